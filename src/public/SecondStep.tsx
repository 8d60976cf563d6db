import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import type { PasskeyOptions } from '#schema/passkey.ts';
import { type Credentials, login } from '../authProvider/login.ts';
import { knowsPasskeys, PASSKEY_FAILED, signByPasskey } from '../authProvider/passkeys.ts';
import { asFailure, HttpError } from '../core/http.ts';
import type { ListAhead } from '../core/listAhead.ts';
import { failureText, filled, useAccountText } from './accountText.ts';
import { type PageProps, PublicPage } from './PublicPage.tsx';
import type { Refusal } from './refusalText.ts';
import { retryAfter } from './retryAfter.ts';
import { text } from './text.ts';

interface Props extends Pick<PageProps, 'onSignedIn'> {
  listAhead?: () => ListAhead | undefined;
  /** The address and password that were accepted. */
  credentials: Credentials;
  /** The answer that asked for this step; for users with passkeys it contains the challenge to sign. */
  failure: HttpError;
  /** Back to e-mail and password; with a reason if they are no longer accepted. */
  onBack(why?: Refusal): void;
}

type State = 'ready' | 'sending' | 'opening';

const passkeyIn = ({ body }: HttpError): PasskeyOptions | undefined =>
  (body.data as { passkey?: PasskeyOptions } | undefined)?.passkey;

/** A new challenge for the passkey: each can be used once. */
const askAgain = (credentials: Credentials): Promise<PasskeyOptions> =>
  login(credentials).then(
    () => Promise.reject(new HttpError('')),
    (failure: unknown) => (failure instanceof HttpError && passkeyIn(failure)) || Promise.reject(failure),
  );

/**
 * The second step of signing in: a code from the authenticator app or a recovery code in the same field, or a
 * passkey.
 */
export function SecondStep({ credentials, failure: firstFailure, onSignedIn, listAhead, onBack }: Props) {
  const t = useAccountText();
  const [state, setState] = useState<State>('ready');
  const [failure, setFailure] = useState<'required' | 'broken' | HttpError>();
  const input = useRef<HTMLInputElement>(null);
  const options = useRef(passkeyIn(firstFailure));
  const [hasPasskey] = useState(() => options.current !== undefined && knowsPasskeys());
  const id = useId();

  useLayoutEffect(() => input.current?.focus(), []);

  const fail = (why: 'required' | 'broken' | HttpError) => {
    setFailure(why);
    setState('ready');
    input.current?.focus();
    input.current?.select();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state !== 'ready') return;
    const code = input.current?.value.trim();
    if (!code) return fail('required');
    await go(async () => ({ code }));
  };

  const submitPasskey = async () => {
    if (state !== 'ready') return;
    await go(async () => {
      const given = options.current ?? (await askAgain(credentials));
      options.current = undefined;
      return { passkey: await signByPasskey(given) };
    });
  };

  const go = async (prove: () => Promise<Pick<Credentials, 'code' | 'passkey'>>) => {
    setFailure(undefined);
    setState('sending');
    try {
      await login({ ...credentials, ...(await prove()) }, listAhead?.());
    } catch (error) {
      const why = asFailure(error);
      // The password may have changed meanwhile.
      return why.code === 'wrong_credentials' ? onBack(why) : fail(why);
    }
    setState('opening');
    await onSignedIn().catch(() => fail('broken'));
  };

  const errorText = (): string => {
    if (!failure) return '';
    if (failure === 'required') return t.second.required;
    if (failure === 'broken') return text().broken;
    if (failure.code === 'wrong_code') return t.second.wrong;
    if (failure.code === PASSKEY_FAILED || failure.code === 'wrong_passkey') return t.second.passkey_failed;
    const wait = retryAfter(failure);
    return wait > 0 ? filled(t.second.wait, { minutes: Math.ceil(wait / 60) }) : failureText(failure);
  };
  const error = errorText();
  const busy = state !== 'ready';
  return (
    <PublicPage title={t.second.title} lead={t.second.lead}>
      <form onSubmit={submit} noValidate aria-describedby={error ? id : undefined}>
        <label htmlFor="code">{t.second.label}</label>
        <input
          ref={input}
          id="code"
          name="code"
          type="text"
          autoComplete="one-time-code"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          aria-invalid={Boolean(error)}
        />
        <div role="alert" id={id} className="public-alert">
          {error}
        </div>
        <button type="submit" className="public-submit" aria-disabled={busy} aria-busy={busy}>
          {state === 'sending' ? text().submitting : state === 'opening' ? text().opening : text().submit}
        </button>
      </form>
      {hasPasskey && (
        <button type="button" className="public-link" onClick={() => void submitPasskey()}>
          {t.second.passkey}
        </button>
      )}
      <button type="button" className="public-link" onClick={() => onBack()}>
        {t.second.back}
      </button>
    </PublicPage>
  );
}
