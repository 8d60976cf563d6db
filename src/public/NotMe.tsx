import { useRef, useState } from 'react';
import type { AlertKind } from '#schema/securityAlert.ts';
import { endSession } from '../authProvider/session.ts';
import { sayNotMe, whatHappened } from './account.ts';
import { failureText, useAccountText } from './accountText.ts';
import { Submit } from './Field.tsx';
import { Checking, isBroken, Said, Unchecked, useMailedLink } from './MailedLink.tsx';
import { PublicPage } from './PublicPage.tsx';

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
  const { link, state, check, onDone, onBroken } = useMailedLink(whatHappened);
  if (state === 'checking') return <Checking title={t.not_me.title} />;
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
  if ('failure' in state) return <Unchecked failure={state.failure} onRetry={check} />;
  return <Ask link={link} kind={state.usable} onDone={onDone} onBroken={onBroken} />;
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
      if (isBroken(why)) return onBroken();
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
