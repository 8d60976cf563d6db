import { useState } from 'react';
import { passwordResetConfirm } from '#schema/signup.ts';
import { endSession } from '../core/session.ts';
import { changeByLink, checkLink } from './account.ts';
import { filled, useAccountText } from './accountText.ts';
import { Field, Submit } from './Field.tsx';
import { CheckFailedPage, CheckingPage, isBroken, PublicMessage, useMailedLink } from './MailedLink.tsx';
import { PublicPage } from './PublicPage.tsx';
import { useForm } from './useForm.ts';

/** The page of a mailed link: a new password, or the reason why the link cannot be used. */
export function ResetPassword() {
  const t = useAccountText();
  const { link, state, check, onDone, onBroken } = useMailedLink(checkLink);
  if (state === 'checking') return <CheckingPage title={t.reset.title} lead={t.reset.lead} />;
  if (state === 'done')
    return (
      <PublicMessage title={t.reset.done_title} text={t.reset.done}>
        <a href="/login" className="public-submit">
          {t.to_sign_in}
        </a>
      </PublicMessage>
    );
  if (state === 'broken')
    return (
      <PublicMessage title={t.reset.broken_title} text={t.reset.broken}>
        <a href="/forgot-password" className="public-submit">
          {t.reset.new_link}
        </a>
        <p className="public-way">
          <a href="/login">{t.forgot.back}</a>
        </p>
      </PublicMessage>
    );
  if ('failure' in state) return <CheckFailedPage failure={state.failure} onRetry={check} />;
  return <NewPassword uuid={link} keys={state.usable.keys} onDone={onDone} onBroken={onBroken} />;
}

interface NewPasswordProps {
  uuid: string;
  keys: number;
  onDone: () => void;
  onBroken: () => void;
}

function NewPassword({ uuid, keys, onDone, onBroken }: NewPasswordProps) {
  const t = useAccountText();
  const [revokes, setRevokes] = useState(true);
  const { alert, busy, field, form } = useForm({
    initial: { password: '' },
    schema: passwordResetConfirm,
    body: ({ password }) => ({ uuid, password }),
    blamed: 'password',
    send: async ({ password }) => {
      try {
        await changeByLink({ uuid, password, ...(keys > 0 && !revokes && { keep_keys: true }) });
      } catch (failure) {
        if (isBroken(failure)) return onBroken();
        throw failure;
      }
      // The server has ended every session, including this browser's.
      endSession();
      onDone();
    },
  });
  return (
    <PublicPage title={t.reset.title} lead={t.reset.lead}>
      <form {...form}>
        <Field
          {...field('password')}
          label={t.reset.password}
          hint={t.password_rule}
          type="password"
          autoComplete="new-password"
          autoFocus
        />
        {keys > 0 && (
          <label className="public-check">
            <input type="checkbox" checked={revokes} onChange={({ target }) => setRevokes(target.checked)} />
            <span>{filled(t.reset.revoke_keys, { count: keys })}</span>
          </label>
        )}
        <div role="alert" className="public-alert">
          {alert}
        </div>
        <Submit busy={busy} label={t.reset.submit} busyLabel={t.reset.submitting} />
      </form>
    </PublicPage>
  );
}
