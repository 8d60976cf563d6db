/** The console's budget (.size-limit.mjs), on the build of these very sources: built first where there is none. */
import { buildConsole, environment, execute, fail, installed, setup } from './setup.mjs';

const node = await setup();
if ((await buildConsole(node)) !== 0) fail('The console could not be built: the message is above.');
process.exitCode = await execute(node, [installed('size-limit')], environment(node));
