import type { PasskeyOptions, PROVE_OPTIONS } from '#schema/passkey.ts';
import type { PasskeyAnswer } from '#schema/twoFactor.ts';
import { knowsPasskeys, signByPasskey } from '../authProvider/passkeys.ts';
import { http } from '../core/http.ts';
import { useUser } from './useUser.ts';

const OPTIONS: typeof PROVE_OPTIONS = '/v1/autho/prove/passkey/';

/** Asks one of the user's passkeys to sign the server's challenge. */
export const provePasskey = async (): Promise<PasskeyAnswer> =>
  signByPasskey((await http.json<{ data: PasskeyOptions }>(OPTIONS, { method: 'POST' })).data);

/** Whether the user can prove their identity with a passkey in this browser. */
export const usePasskeys = (): boolean => (useUser()?.two_factor?.passkeys ?? 0) > 0 && knowsPasskeys();

/**
 * Whether the user proves their identity by a code instead of the password: what the server has asked for, because two-factor sign-in may
 * have been turned on or off elsewhere, and until then what the profile says.
 */
export function useAsksCode(told: 'code' | 'password' | undefined): boolean {
  const enabled = useUser()?.two_factor?.enabled === true;
  return told ? told === 'code' : enabled;
}
