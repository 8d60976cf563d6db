import { HttpError } from '../core/http.ts';
import { confirmAddress, newAddress } from './account.ts';
import { filled, useAccountText } from './accountText.ts';
import { ConfirmLinkPage, MailedPage } from './MailedLink.tsx';

/** The page that a mail to a new address links to. */
export function ConfirmAddress() {
  const t = useAccountText();
  return (
    <MailedPage
      ask={newAddress}
      title={t.address.title}
      broken={{ text: t.address.broken, href: '/profile', label: t.address.to_profile }}
      done={{ title: t.address.done_title, text: t.address.done }}
    >
      {(email, link, after) => (
        <ConfirmLinkPage
          title={t.address.title}
          lead={filled(t.address.lead, { email })}
          text={t.address.does}
          submit={t.address.submit}
          busyLabel={t.address.submitting}
          send={() => confirmAddress(link)}
          explain={(failure) =>
            failure instanceof HttpError && failure.code === 'invalid' ? t.address.taken : undefined
          }
          {...after}
        >
          <a href="/login">{t.address.leave}</a>
        </ConfirmLinkPage>
      )}
    </MailedPage>
  );
}
