/** Node's options for a server's processes, as `npm start`, the units and the image have them. */
export { serverOptions } from '../../scripts/setup.mjs';
