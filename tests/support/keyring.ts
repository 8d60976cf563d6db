/**
 * Before each file of tests that call the server's code: its keys, which a process gets at its start, and where the
 * processes that it starts find what was compiled before.
 */
import { keyringOf, setKeyring } from '../../server/services/platform/keyring.ts';
import { compileCache } from './compileCache.ts';
import { TEST_KEY } from './secretKey.ts';

setKeyring(keyringOf([TEST_KEY]));
Object.assign(process.env, compileCache);
