import { HttpError } from '../http.ts';
import { confirmAddress, newAddress } from './account.ts';
import { filled, useAccountText } from './accountText.ts';
import { AskOnce, Checking, Said, Unchecked, useMailedLink } from './MailedLink.tsx';

/** Where the mail to a new address leads. Opening it changes nothing, since mail scanners do so; its button does. */
export function ConfirmAddress() {
  const t = useAccountText();
  const { link, state, check, onDone, onBroken } = useMailedLink(newAddress);
  if (state === 'checking') return <Checking title={t.address.title} />;
  if (state === 'broken')
    return (
      <Said title={t.reset.broken_title} text={t.address.broken}>
        <a href="/profile" className="public-submit">
          {t.address.to_profile}
        </a>
      </Said>
    );
  if (state === 'done')
    return (
      <Said title={t.address.done_title} text={t.address.done}>
        <a href="/login" className="public-submit">
          {t.to_sign_in}
        </a>
      </Said>
    );
  if ('failure' in state) return <Unchecked failure={state.failure} onRetry={check} />;
  return (
    <AskOnce
      title={t.address.title}
      lead={filled(t.address.lead, { email: state.usable })}
      text={t.address.does}
      submit={t.address.submit}
      busyLabel={t.address.submitting}
      send={() => confirmAddress(link)}
      explain={(failure) =>
        failure instanceof HttpError && failure.code === 'invalid' ? t.address.taken : undefined
      }
      onDone={onDone}
      onBroken={onBroken}
    >
      <a href="/login">{t.address.leave}</a>
    </AskOnce>
  );
}
