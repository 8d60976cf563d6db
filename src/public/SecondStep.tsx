import { type FormEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { type Credentials, login } from '../authProvider/login.ts';
import { HttpError } from '../http.ts';
import { failureText, filled, useAccountText, waitOf } from './accountText.ts';
import { type PageProps, PublicPage } from './PublicPage.tsx';
import { type Refusal, text } from './text.ts';

interface Props extends Pick<PageProps, 'onSignedIn'> {
  /** The pair that was right. */
  credentials: Credentials;
  /** Back to e-mail and password; with a reason, when they are right no more. */
  onBack(why?: Refusal): void;
}

type State = 'ready' | 'sending' | 'opening';

/** The second step of signing in: a code of the authenticator app, or a recovery code in the same field. */
export function SecondStep({ credentials, onSignedIn, onBack }: Props) {
  const t = useAccountText();
  const [state, setState] = useState<State>('ready');
  const [failure, setFailure] = useState<'required' | 'broken' | HttpError>();
  const input = useRef<HTMLInputElement>(null);
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
    setFailure(undefined);
    setState('sending');
    try {
      await login({ ...credentials, code });
    } catch (error) {
      const why = error instanceof HttpError ? error : new HttpError(String(error));
      // The password may have become another one meanwhile.
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
    const wait = waitOf(failure);
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
      <button type="button" className="public-link" onClick={() => onBack()}>
        {t.second.back}
      </button>
    </PublicPage>
  );
}
