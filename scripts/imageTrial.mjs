/** `npm run image:trial`: builds the image and starts it (tests/schema/image.test.ts), as root on Debian with mmdebstrap. */
import { environment, execute, installed, setup } from './setup.mjs';

const node = await setup();
const files = ['--project', 'schema', 'tests/schema/image.test.ts'];
const env = environment(node, { IMAGE_TRIAL: '1' });
process.exitCode = await execute(node, [installed('vitest'), 'run', ...files], env);
