import { useEffect, useRef, useState } from 'react';
import { latinDigits } from '#schema/phone.ts';
import { CODE_DIGITS, verifyOtp } from '#schema/signup.ts';
import { resend, resendTime, verify } from './account.ts';
import { failureText, filled, useAccountText } from './accountText.ts';
import { Field, Submit } from './Field.tsx';
import { type PageProps, PublicPage } from './PublicPage.tsx';
import type { Pending } from './pending.ts';
import { retryAfter } from './retryAfter.ts';
import { text } from './text.ts';
import { useForm } from './useForm.ts';
import { useWait } from './useWait.ts';

interface Props extends PageProps {
  pending: Pending;
  onAgain: (again: number) => void;
  onChangeAddress: () => void;
  /** The sign-up is done, and its user signs in. */
  onConfirmed: () => void;
}

/** Digits as they may be typed or pasted: Devanagari, with spaces or a dash between. */
const digitsOf = (typed: string): string => latinDigits(typed).replace(/\D/g, '').slice(0, CODE_DIGITS);

/** Enter the mailed code, ask for another one, or change the address. */
export function CodeStep({ pending, onAgain, onChangeAddress, onConfirmed, onSignedIn, preload }: Props) {
  const t = useAccountText();
  const { email, ticket } = pending;
  const [seconds, waitUntil] = useWait(pending.again);
  const [notice, setNotice] = useState<{ resent?: boolean; failure?: unknown }>({});
  const [opening, setOpening] = useState(false);
  const [broken, setBroken] = useState(false);
  const asking = useRef(false);
  const page = useRef<HTMLDivElement>(null);

  const { values, set, alert, busy, field, form } = useForm({
    initial: { otp: '' },
    schema: verifyOtp,
    body: ({ otp }) => ({ email, ticket, otp }),
    blamed: 'otp',
    send: async ({ otp }) => {
      setNotice({});
      if (!(await verify({ email, ticket, otp }))) return onConfirmed();
      setOpening(true);
      await onSignedIn().catch(() => setBroken(true));
    },
  });
  const input = () => page.current?.querySelector<HTMLInputElement>('[name="otp"]');

  useEffect(() => {
    preload();
    page.current?.querySelector<HTMLInputElement>('[name="otp"]')?.focus();
  }, [preload]);

  const again = async () => {
    if (seconds > 0 || asking.current) return;
    asking.current = true;
    setNotice({});
    try {
      await resend({ email, ticket });
      const next = resendTime();
      waitUntil(next);
      onAgain(next);
      set('otp', '');
      setNotice({ resent: true });
      input()?.focus();
    } catch (failure) {
      const wait = retryAfter(failure);
      if (wait > 0) waitUntil(Date.now() + wait * 1000);
      setNotice({ failure });
    } finally {
      asking.current = false;
    }
  };

  const problem = alert || (notice.failure === undefined ? '' : failureText(notice.failure));
  return (
    <PublicPage title={t.code.title} lead={filled(t.code.lead, { email })}>
      <div ref={page}>
        <form {...form}>
          <Field
            {...field('otp')}
            value={values.otp}
            onChange={(typed) => set('otp', digitsOf(typed))}
            label={t.code.label}
            hint={t.code.help}
            className="public-code"
            type="text"
            inputMode="numeric"
            autoComplete="one-time-code"
            placeholder={'·'.repeat(CODE_DIGITS)}
          />
          <div role="alert" className="public-alert">
            {broken ? text().broken : problem}
          </div>
          <Submit
            busy={busy}
            label={t.code.submit}
            busyLabel={opening ? text().opening : t.code.submitting}
          />
        </form>
        <p role="status" className="public-said">
          {notice.resent && t.code.resent}
        </p>
        <button type="button" className="public-link" aria-disabled={seconds > 0} onClick={again}>
          {seconds > 0 ? filled(t.code.resend_in, { seconds }) : t.code.resend}
        </button>
        <button type="button" className="public-link" onClick={onChangeAddress}>
          {t.code.change}
        </button>
        {pending.outbox && (
          <p className="public-hint public-center">
            <a href={pending.outbox} target="_blank" rel="noreferrer">
              {t.outbox}
            </a>
          </p>
        )}
        <p className="public-way">
          {t.register.have_account} <a href="/login">{t.to_sign_in}</a>
        </p>
      </div>
    </PublicPage>
  );
}
