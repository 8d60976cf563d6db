/**
 * Before each file of tests that call the server's code: sets its keys, which a process gets at its start,
 * and the compile cache for the processes that it starts.
 */
import { keyringOf, setKeyring } from '../../server/services/platform/keyring.ts';
import { compileCache } from './compileCache.ts';
import { TEST_KEY } from './secretKey.ts';

setKeyring(keyringOf([TEST_KEY]));
Object.assign(process.env, compileCache);
