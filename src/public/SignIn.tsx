import { type FormEvent, useEffect, useId, useRef, useState, useSyncExternalStore } from 'react';
import { login } from '../authProvider/login.ts';
import { HttpError } from '../http.ts';
import { Logo } from '../layout/Logo.tsx';
import { preferences } from '../preferences.ts';
import { Switches } from './Switches.tsx';
import { text } from './text.ts';
import './public.css';

interface Props {
  /** Opens the console in the same document; rejects when its code cannot be loaded. */
  onSignedIn: () => Promise<void>;
  /** Starts to load the console's code, so that it is there when the password has been typed. */
  preload: () => void;
}

type State = 'ready' | 'sending' | 'opening';

/** The sign-in page for customers, and behind one link for staff. */
export function SignIn({ onSignedIn, preload }: Props) {
  useSyncExternalStore(preferences.subscribe, preferences.get);
  const t = text();
  const [staff, setStaff] = useState(false);
  const [shown, setShown] = useState(false);
  const [state, setState] = useState<State>('ready');
  const [error, setError] = useState('');
  const email = useRef<HTMLInputElement>(null);
  const password = useRef<HTMLInputElement>(null);
  const alertId = useId();

  useEffect(() => {
    document.title = `${staff ? t.staff_title : t.title} · ${t.product}`;
  }, [staff, t]);

  useEffect(() => email.current?.focus(), []);

  const fail = (message: string, focus: HTMLInputElement | null) => {
    setError(message);
    setState('ready');
    focus?.focus();
  };

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (state !== 'ready') return;
    const credentials = { email: email.current?.value ?? '', password: password.current?.value ?? '', staff };
    if (!credentials.email.trim() || !credentials.password)
      return fail(t.required, credentials.email.trim() ? password.current : email.current);
    setError('');
    setState('sending');
    try {
      await login(credentials);
    } catch (failure) {
      const unreachable = failure instanceof HttpError && failure.code === 'network_error';
      const message = failure instanceof Error ? failure.message : String(failure);
      return fail(unreachable ? t.no_answer : message, password.current);
    }
    setState('opening');
    await onSignedIn().catch(() => fail(t.broken, null));
  };

  const busy = state !== 'ready';
  return (
    <div className="public">
      <header className="public-bar">
        <span className="public-brand">
          <Logo />
          {t.product}
        </span>
        <Switches />
      </header>
      <main className="public-main">
        <div className="public-card">
          <h1>{staff ? t.staff_title : t.title}</h1>
          <p className="public-lead">{staff ? t.staff_lead : t.lead}</p>
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
            <div className="public-password">
              <input
                ref={password}
                id="password"
                name="password"
                type={shown ? 'text' : 'password'}
                autoComplete="current-password"
                aria-invalid={Boolean(error)}
              />
              <button
                type="button"
                aria-label={shown ? t.hide_password : t.show_password}
                onClick={() => setShown(!shown)}
              >
                {shown ? t.hide : t.show}
              </button>
            </div>
            <div role="alert" id={alertId} className="public-alert">
              {error}
            </div>
            <button type="submit" className="public-submit" aria-disabled={busy} aria-busy={busy}>
              {state === 'sending' ? t.submitting : state === 'opening' ? t.opening : t.submit}
            </button>
          </form>
          <button
            type="button"
            className="public-link"
            onClick={() => {
              setStaff(!staff);
              setError('');
              email.current?.focus();
            }}
          >
            {staff ? t.to_customer : t.to_staff}
          </button>
        </div>
      </main>
    </div>
  );
}
