/** Before each file of tests that call the server's code: its keys, which a process gets at its start. */
import { keyringOf, setKeyring } from '../../server/services/platform/keyring.ts';
import { TEST_KEY } from './secretKey.ts';

setKeyring(keyringOf([TEST_KEY]));
