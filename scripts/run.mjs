/** `node scripts/run.mjs <program> [arguments]`: an installed program, on Node 24, whatever Node the machine has. */
import { environment, execute, fail, installed, setup } from './setup.mjs';

const [program, ...args] = process.argv.slice(2);
if (!program) fail('Usage: node scripts/run.mjs <program> [arguments]');
const node = await setup();
process.exitCode = await execute(installed(program), args, environment(node));
