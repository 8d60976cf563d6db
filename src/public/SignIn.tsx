import { type FormEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { type Credentials, login } from '../authProvider/login.ts';
import { asFailure, type HttpError } from '../core/http.ts';
import { keepsCookies } from '../core/keepsCookies.ts';
import type { ListAhead } from '../core/listAhead.ts';
import { preferences } from '../core/preferences.ts';
import { PasswordInput } from './PasswordInput.tsx';
import { type PageProps, PublicPage } from './PublicPage.tsx';
import { type Refusal, refusalText } from './refusalText.ts';
import type { SecondStep } from './SecondStep.tsx';
import { text } from './text.ts';

type State = 'ready' | 'sending' | 'opening';

interface Props extends PageProps {
  /** The list that opens next, once the code that knows it has loaded. */
  listAhead?: () => ListAhead | undefined;
  onAwake?: () => void;
}

/** The sign-in page for customers, with a link to the form for staff. */
export function SignIn({ onSignedIn, preload, listAhead, onAwake }: Props) {
  useSyncExternalStore(preferences.subscribe, preferences.get, preferences.get);
  const t = text();
  const [staff, setStaff] = useState(false);
  const [state, setState] = useState<State>('ready');
  const [refusal, setRefusal] = useState<Refusal>();
  /** The step after a correct password if the server also asks for a code; most people never load it. */
  const [second, setSecond] = useState<{
    Step: typeof SecondStep;
    credentials: Credentials;
    failure: HttpError;
  }>();
  const error = refusal ? refusalText(refusal) : '';
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const alertId = useId();

  useEffect(() => {
    if (second) return;
    // The user may have started typing before React was there.
    if (document.activeElement === document.body) email.current?.focus();
    if (email.current?.value || password.current?.value) preload();
  }, [second, preload]);

  useEffect(() => void onAwake?.(), [onAwake]);

  const fail = (why: Refusal, focus: HTMLInputElement | null) => {
    setRefusal(why);
    setState('ready');
    focus?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state !== 'ready') return;
    const credentials = { email: email.current?.value ?? '', password: password.current?.value ?? '', staff };
    if (!credentials.email.trim() || !credentials.password)
      return fail('required', credentials.email.trim() ? password.current : email.current);
    if (!keepsCookies()) return fail('cookies', null);
    setRefusal(undefined);
    setState('sending');
    try {
      await login(credentials, listAhead?.());
    } catch (failure) {
      const why = asFailure(failure);
      if (why.code !== 'two_factor_required') return fail(why, password.current);
      const step = await import('./SecondStep.tsx').catch(() => undefined);
      if (!step) return fail('broken', null);
      setState('ready');
      return setSecond({ Step: step.SecondStep, credentials, failure: why });
    }
    setState('opening');
    await onSignedIn().catch(() => fail('broken', null));
  };

  const busy = state !== 'ready';
  if (second) {
    const { Step, credentials, failure } = second;
    return (
      <Step
        credentials={credentials}
        failure={failure}
        onSignedIn={onSignedIn}
        listAhead={listAhead}
        onBack={(why) => {
          setSecond(undefined);
          setRefusal(why);
        }}
      />
    );
  }
  return (
    <PublicPage title={staff ? t.staff_title : t.title} lead={staff ? t.staff_lead : t.lead}>
      <form onSubmit={submit} onInput={preload} noValidate aria-describedby={error ? alertId : undefined}>
        <label htmlFor="email">{t.email}</label>
        <input
          ref={email}
          id="email"
          name="email"
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={Boolean(error)}
        />
        <label htmlFor="password">{t.password}</label>
        <PasswordInput
          ref={password}
          id="password"
          name="password"
          autoComplete="current-password"
          aria-invalid={Boolean(error)}
        />
        <div role="alert" id={alertId} className="public-alert">
          {error}
        </div>
        <button type="submit" className="public-submit" aria-disabled={busy} aria-busy={busy}>
          {state === 'sending' ? t.submitting : state === 'opening' ? t.opening : t.submit}
        </button>
      </form>
      <p className="public-way">
        <a href="/forgot-password">{t.to_forgot}</a>
        {!staff && <a href="/register">{t.to_register}</a>}
      </p>
      <button
        type="button"
        className="public-link"
        onClick={() => {
          setStaff(!staff);
          setRefusal(undefined);
          // The button may have been pressed before React was there, when the user is already in the password
          // field.
          if (document.activeElement !== password.current) email.current?.focus();
        }}
      >
        {staff ? t.to_customer : t.to_staff}
      </button>
    </PublicPage>
  );
}
