import { useCallback, useEffect, useState } from 'react';
import { passwordResetConfirm } from '#schema/signup.ts';
import { endSession } from '../authProvider/session.ts';
import { HttpError } from '../http.ts';
import { changeByLink, checkLink } from './account.ts';
import { failureText, filled, useAccountText } from './accountText.ts';
import { Field, Submit } from './Field.tsx';
import { PublicPage } from './PublicPage.tsx';
import { linkHere, Said } from './Said.tsx';
import { useForm } from './useForm.ts';

/** `keys`: how many API keys a usable link's user has. */
type State = 'checking' | 'broken' | 'done' | { keys: number } | { failure: unknown };

const isBroken = (failure: unknown): boolean =>
  failure instanceof HttpError && failure.code === 'broken_link';

/** Where a mailed link leads: a new password, or why the link cannot be used. */
export function ResetPassword() {
  const t = useAccountText();
  const [uuid] = useState(linkHere);
  const [state, setState] = useState<State>('checking');

  const check = useCallback(() => {
    setState('checking');
    checkLink(uuid).then(
      ({ usable, keys }) => setState(usable ? { keys } : 'broken'),
      (failure: unknown) => setState({ failure }),
    );
  }, [uuid]);
  useEffect(check, [check]);

  if (typeof state === 'object' && 'keys' in state)
    return (
      <NewPassword
        uuid={uuid}
        keys={state.keys}
        onDone={() => setState('done')}
        onBroken={() => setState('broken')}
      />
    );
  if (state === 'checking')
    return (
      <PublicPage title={t.reset.title} lead={t.reset.lead}>
        <div className="public-waiting" aria-busy="true">
          <p role="status">{t.checking}</p>
        </div>
      </PublicPage>
    );
  if (state === 'done')
    return (
      <Said title={t.reset.done_title} text={t.reset.done}>
        <a href="/login" className="public-submit">
          {t.to_sign_in}
        </a>
      </Said>
    );
  if (state === 'broken')
    return (
      <Said title={t.reset.broken_title} text={t.reset.broken}>
        <a href="/forgot-password" className="public-submit">
          {t.reset.new_link}
        </a>
        <p className="public-way">
          <a href="/login">{t.forgot.back}</a>
        </p>
      </Said>
    );
  return (
    <Said title={t.reset.unchecked_title} text={failureText(state.failure)}>
      <button type="button" className="public-submit" onClick={check}>
        {t.reset.try_again}
      </button>
    </Said>
  );
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
      // The server has ended every session, this browser's too.
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
