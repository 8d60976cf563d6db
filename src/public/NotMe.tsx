import type { AlertKind } from '#schema/securityAlert.ts';
import { readAlertKind, reportNotMe } from './account.ts';
import { useAccountText } from './accountText.ts';
import { ConfirmLinkPage, MailedPage } from './MailedLink.tsx';

/** The page's message about what happened. */
const words = {
  'password-changed': 'password',
  'address-changed': 'address',
  'key-added': 'key',
  'new-device': 'device',
  'passkey-added': 'passkey_added',
  'passkey-removed': 'passkey_removed',
  'codes-renewed': 'codes_renewed',
} as const satisfies Record<AlertKind, string>;

/** The page of the link "This was not me" in a mail. */
export function NotMe() {
  const t = useAccountText();
  return (
    <MailedPage
      ask={readAlertKind}
      title={t.not_me.title}
      broken={{ text: t.not_me.broken, href: '/forgot-password', label: t.not_me.reset }}
      done={{ title: t.not_me.done_title, text: t.not_me.done }}
    >
      {(kind, link, after) => (
        <ConfirmLinkPage
          title={t.not_me.title}
          lead={t.not_me.what[words[kind]]}
          text={t.not_me.does}
          submit={t.not_me.submit}
          busyLabel={t.not_me.submitting}
          send={() => reportNotMe(link)}
          {...after}
        >
          <a href="/login">{t.not_me.was_me}</a>
        </ConfirmLinkPage>
      )}
    </MailedPage>
  );
}
