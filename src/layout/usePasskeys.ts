import type { PasskeyOptions, PROVE_OPTIONS } from '#schema/passkey.ts';
import type { PasskeyAnswer } from '#schema/twoFactor.ts';
import { knowsPasskeys, signByPasskey } from '../authProvider/passkeys.ts';
import { http } from '../core/http.ts';
import { useUser } from './useUser.ts';

const OPTIONS: typeof PROVE_OPTIONS = '/v1/autho/prove/passkey/';

/** Has one of the person's passkeys sign what the server asks. */
export const provePasskey = async (): Promise<PasskeyAnswer> =>
  signByPasskey((await http.json<{ data: PasskeyOptions }>(OPTIONS, { method: 'POST' })).data);

/** Whether the person can show by a passkey, here, that it is them. */
export const usePasskeys = (): boolean => (useUser()?.two_factor?.passkeys ?? 0) > 0 && knowsPasskeys();
