/** `npm start`: installs, builds and runs the server. `--dev`: runs it with vite beside it, both reloading. */
import {
  buildConsole,
  environment,
  execute,
  fail,
  installed,
  serverOptions,
  setup,
  start,
} from './setup.mjs';

const args = process.argv.slice(2);
const dev = args.includes('--dev');
const rest = args.filter((argument) => argument !== '--dev');
const node = await setup();
const env = environment(node, {
  NODE_ENV: process.env.NODE_ENV || (dev ? 'development' : 'production'),
  // At a terminal the address should stay in sight; a service that wants every request logged says so.
  LOG_LEVEL: process.env.LOG_LEVEL || 'warn',
});

if (dev) {
  const both = [
    start(node, [...serverOptions, '--watch', '--watch-preserve-output', 'server/main.ts', ...rest], env),
    start(node, [installed('vite')], env),
  ];
  const first = await Promise.race(both.map(({ ended }) => ended));
  for (const { kill } of both) kill();
  await Promise.all(both.map(({ ended }) => ended));
  process.exitCode = first;
} else {
  // A worker shows nobody a page.
  const isWorker = rest.join('=') === '--role=worker';
  if (!isWorker && (await buildConsole(node)) !== 0)
    fail('The console could not be built: the message is above.');
  process.exitCode = await execute(node, [...serverOptions, 'server/main.ts', ...rest], env);
}
