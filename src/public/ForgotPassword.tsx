import { useLayoutEffect, useRef, useState } from 'react';
import { passwordReset } from '#schema/signup.ts';
import { config } from '../core/config.ts';
import { preferences } from '../core/preferences.ts';
import { askForLink, resendTime } from './account.ts';
import { failureText, filled, useAccountText } from './accountText.ts';
import { Field, Submit } from './Field.tsx';
import { NoMail } from './NoMail.tsx';
import { PublicPage } from './PublicPage.tsx';
import { retryAfter } from './retryAfter.ts';
import { useForm } from './useForm.ts';
import { useWait } from './useWait.ts';

interface Sent {
  email: string;
  outbox?: string;
}

const bodyOf = ({ email }: { email: string }) => ({
  email: email.trim(),
  language: preferences.get().language,
});

/** Requests a link to set a new password. */
export function ForgotPassword() {
  const t = useAccountText();
  const [sent, setSent] = useState<Sent>();
  const { values, alert, busy, field, form } = useForm({
    initial: { email: '' },
    schema: passwordReset,
    body: bodyOf,
    blamed: 'email',
    send: async (typed) => setSent({ ...(await askForLink(bodyOf(typed))), email: typed.email.trim() }),
  });

  if (!config().mail) return <NoMail title={t.forgot.title} text={t.forgot.no_mail} />;
  if (sent) return <LinkSent sent={sent} onChange={() => setSent(undefined)} />;
  return (
    <PublicPage title={t.forgot.title} lead={t.forgot.lead}>
      <form {...form}>
        <Field
          {...field('email')}
          value={values.email}
          label={t.forgot.email}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus
        />
        <div role="alert" className="public-alert">
          {alert}
        </div>
        <Submit busy={busy} label={t.forgot.submit} busyLabel={t.forgot.submitting} />
      </form>
      <p className="public-way">
        <a href="/login">{t.forgot.back}</a>
      </p>
    </PublicPage>
  );
}

/** After a link was requested: where to find it, ask for another one, or change the address. */
function LinkSent({ sent, onChange }: { sent: Sent; onChange: () => void }) {
  const t = useAccountText();
  const [seconds, waitUntil] = useWait(resendTime());
  const [notice, setNotice] = useState<{ resent?: boolean; failure?: unknown }>({});
  const asking = useRef(false);
  const body = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => body.current?.focus(), []);

  const again = async () => {
    if (seconds > 0 || asking.current) return;
    asking.current = true;
    setNotice({});
    try {
      await askForLink(bodyOf(sent));
      waitUntil(resendTime());
      setNotice({ resent: true });
    } catch (failure) {
      const wait = retryAfter(failure);
      if (wait > 0) waitUntil(Date.now() + wait * 1000);
      setNotice({ failure });
    } finally {
      asking.current = false;
    }
  };

  return (
    <PublicPage title={t.forgot.sent_title}>
      <div ref={body} tabIndex={-1} className="public-text">
        <p>{filled(t.forgot.sent, { email: sent.email })}</p>
        <p className="public-hint">{t.forgot.help}</p>
        {sent.outbox && (
          <p className="public-hint">
            <a href={sent.outbox}>{t.outbox}</a>
          </p>
        )}
      </div>
      <div role="alert" className="public-alert">
        {notice.failure !== undefined && failureText(notice.failure)}
      </div>
      <p role="status" className="public-said">
        {notice.resent && t.forgot.resent}
      </p>
      <a href="/login" className="public-submit">
        {t.forgot.back}
      </a>
      <button type="button" className="public-link" aria-disabled={seconds > 0} onClick={again}>
        {seconds > 0 ? filled(t.forgot.again_in, { seconds }) : t.forgot.again}
      </button>
      <button type="button" className="public-link" onClick={onChange}>
        {t.forgot.change}
      </button>
    </PublicPage>
  );
}
