import { useCallback, useEffect, useRef, useState } from 'react';
import type { AlertKind } from '#schema/securityAlert.ts';
import { endSession } from '../authProvider/session.ts';
import { HttpError } from '../http.ts';
import { sayNotMe, whatHappened } from './account.ts';
import { failureText, useAccountText } from './accountText.ts';
import { Submit } from './Field.tsx';
import { PublicPage } from './PublicPage.tsx';
import { linkHere, Said } from './Said.tsx';

type State = 'checking' | AlertKind | 'broken' | 'done' | { failure: unknown };

/** What the page says that happened. */
const words = {
  'password-changed': 'password',
  'address-changed': 'address',
  'key-added': 'key',
  'new-device': 'device',
} as const satisfies Record<AlertKind, string>;

/** Where the link "This was not me" of a mail leads. Opening it changes nothing, since mail scanners do so; its button does. */
export function NotMe() {
  const t = useAccountText();
  const [link] = useState(linkHere);
  const [state, setState] = useState<State>('checking');

  const check = useCallback(() => {
    setState('checking');
    whatHappened(link).then(
      (kind) => setState(kind ?? 'broken'),
      (failure: unknown) => setState({ failure }),
    );
  }, [link]);
  useEffect(check, [check]);

  if (typeof state === 'object')
    return (
      <Said title={t.reset.unchecked_title} text={failureText(state.failure)}>
        <button type="button" className="public-submit" onClick={check}>
          {t.reset.try_again}
        </button>
      </Said>
    );
  if (state === 'checking')
    return (
      <PublicPage title={t.not_me.title}>
        <div className="public-waiting" aria-busy="true">
          <p role="status">{t.checking}</p>
        </div>
      </PublicPage>
    );
  if (state === 'broken')
    return (
      <Said title={t.reset.broken_title} text={t.not_me.broken}>
        <a href="/forgot-password" className="public-submit">
          {t.forgot.title}
        </a>
      </Said>
    );
  if (state === 'done')
    return (
      <Said title={t.not_me.done_title} text={t.not_me.done}>
        <a href="/login" className="public-submit">
          {t.to_sign_in}
        </a>
      </Said>
    );
  return <Ask link={link} kind={state} onDone={() => setState('done')} onBroken={() => setState('broken')} />;
}

interface AskProps {
  link: string;
  kind: AlertKind;
  onDone(): void;
  onBroken(): void;
}

function Ask({ link, kind, onDone, onBroken }: AskProps) {
  const t = useAccountText();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const sending = useRef(false);

  const send = async () => {
    if (sending.current) return;
    sending.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      await sayNotMe(link);
      // The server has ended every session, this browser's too.
      endSession();
      return onDone();
    } catch (why) {
      if (why instanceof HttpError && why.code === 'broken_link') return onBroken();
      setFailure(why);
    }
    sending.current = false;
    setBusy(false);
  };
  return (
    <PublicPage title={t.not_me.title} lead={t.not_me.what[words[kind]]}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <p className="public-text">{t.not_me.does}</p>
        <div role="alert" className="public-alert">
          {failure === undefined ? '' : failureText(failure)}
        </div>
        <Submit busy={busy} label={t.not_me.submit} busyLabel={t.not_me.submitting} />
      </form>
      <p className="public-way">
        <a href="/login">{t.not_me.was_me}</a>
      </p>
    </PublicPage>
  );
}
