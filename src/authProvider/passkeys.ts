import type { NewPasskey, PasskeyOptions } from '#schema/passkey.ts';
import type { PasskeyAnswer } from '#schema/twoFactor.ts';
import { HttpError } from '../core/http.ts';

/** Whether this browser supports passkeys: only on https and on localhost. */
export const knowsPasskeys = (): boolean => typeof globalThis.PublicKeyCredential === 'function';

/** The error of an authenticator that did nothing: nobody touched it in time, or the user cancelled. */
export const PASSKEY_FAILED = 'passkey_failed';

// Loaded when somebody uses a passkey, so that the sign-in page stays small.
const library = () => import('@simplewebauthn/browser');

/** `message` is a key of the console's texts. Rejects with an HttpError, like server calls. */
async function withPasskeyErrors<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const isThere = error instanceof Error && error.name === 'InvalidStateError';
    const message = isThere ? 'twoFactor.passkey.there' : 'twoFactor.passkey.failed';
    throw new HttpError(message, 400, { code: PASSKEY_FAILED });
  }
}

/** Signs the server's challenge with a passkey. */
export async function signByPasskey(options: PasskeyOptions): Promise<PasskeyAnswer> {
  const { startAuthentication } = await library();
  const { id, rawId, response } = await withPasskeyErrors(
    startAuthentication({ optionsJSON: options as never }),
  );
  const { clientDataJSON, authenticatorData, signature, userHandle } = response;
  return {
    ...{ id, rawId, type: 'public-key' },
    response: { clientDataJSON, authenticatorData, signature, ...(userHandle && { userHandle }) },
  };
}

/** Creates a passkey from the server's options. */
export async function makePasskey(options: PasskeyOptions): Promise<NewPasskey['answer']> {
  const { startRegistration } = await library();
  const { id, rawId, response } = await withPasskeyErrors(
    startRegistration({ optionsJSON: options as never }),
  );
  const { clientDataJSON, attestationObject, transports } = response;
  return {
    ...{ id, rawId, type: 'public-key' },
    response: { clientDataJSON, attestationObject, ...(transports && { transports }) },
  };
}
