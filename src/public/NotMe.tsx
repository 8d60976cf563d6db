import type { AlertKind } from '#schema/securityAlert.ts';
import { sayNotMe, whatHappened } from './account.ts';
import { useAccountText } from './accountText.ts';
import { AskOnce, Checking, Said, Unchecked, useMailedLink } from './MailedLink.tsx';

/** What the page says that happened. */
const words = {
  'password-changed': 'password',
  'address-changed': 'address',
  'key-added': 'key',
  'new-device': 'device',
  'passkey-added': 'passkey_added',
  'passkey-removed': 'passkey_removed',
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
  return (
    <AskOnce
      title={t.not_me.title}
      lead={t.not_me.what[words[state.usable]]}
      text={t.not_me.does}
      submit={t.not_me.submit}
      busyLabel={t.not_me.submitting}
      send={() => sayNotMe(link)}
      onDone={onDone}
      onBroken={onBroken}
    >
      <a href="/login">{t.not_me.was_me}</a>
    </AskOnce>
  );
}
