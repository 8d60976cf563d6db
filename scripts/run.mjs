/** `node scripts/run.mjs <program> [arguments]`: an installed program, or `node` itself, on Node 24, whatever Node the machine has. */
import { environment, execute, fail, installed, setup } from './setup.mjs';

const [program, ...args] = process.argv.slice(2);
if (!program) fail('Usage: node scripts/run.mjs <program> [arguments]');
const node = await setup();
const words = program === 'node' ? args : [installed(program), ...args];
process.exitCode = await execute(node, words, environment(node));
