import { useState } from 'react';
import { signup } from '#schema/signup.ts';
import { config } from '../core/config.ts';
import { preferences } from '../core/preferences.ts';
import { leaveTo } from '../core/session.ts';
import { resendTime, signUp } from './account.ts';
import { useAccountText } from './accountText.ts';
import { CodeStep } from './CodeStep.tsx';
import { Field, Submit } from './Field.tsx';
import { NoMail } from './NoMail.tsx';
import { type PageProps, PublicPage } from './PublicPage.tsx';
import { type Pending, pendingSignup } from './pending.ts';
import { useForm } from './useForm.ts';

const empty = { type: 'individual', account_name: '', name: '', email: '', phone: '', password: '' };
type Values = typeof empty;

/** The values to send: fields that are hidden or empty are left out. */
const bodyOf = ({ type, account_name, phone, email, ...values }: Values) => ({
  ...values,
  type,
  email: email.trim(),
  ...(type === 'company' && { account_name }),
  ...(phone.trim() && { phone }),
  language: preferences.get().language,
});

/** Registration: the form first, then the mailed code. */
export function Register({ onSignedIn, preload }: PageProps) {
  const t = useAccountText();
  const [pending, setPending] = useState(pendingSignup.read);
  const [returned, setReturned] = useState(false);
  const { values, set, alert, busy, field, form } = useForm({
    initial: empty,
    schema: signup,
    body: bodyOf,
    blamed: 'email',
    send: async (typed) => {
      const started = await signUp(bodyOf(typed));
      go({ ...started, email: typed.email.trim(), again: resendTime() });
    },
  });
  const go = (next: Pending | undefined) => {
    if (next) pendingSignup.keep(next);
    else pendingSignup.drop();
    setPending(next);
  };

  if (pending)
    return (
      <CodeStep
        pending={pending}
        onAgain={(again) => go({ ...pending, again })}
        onChangeAddress={() => {
          go(undefined);
          setReturned(true);
        }}
        onConfirmed={() => {
          pendingSignup.drop();
          leaveTo('/login');
        }}
        onSignedIn={async () => {
          pendingSignup.drop();
          await onSignedIn();
        }}
        preload={preload}
      />
    );

  if (!config().mail) return <NoMail title={t.register.title} text={t.register.no_mail} />;
  return (
    <PublicPage title={t.register.title} lead={t.register.lead}>
      <form {...form}>
        <fieldset className="public-choice">
          <legend>{t.register.type}</legend>
          {(['individual', 'company'] as const).map((type) => (
            <label key={type}>
              <input
                type="radio"
                name="type"
                value={type}
                checked={values.type === type}
                onChange={() => set('type', type)}
              />
              {t.register[type]}
            </label>
          ))}
        </fieldset>
        {values.type === 'company' && (
          <Field {...field('account_name')} label={t.register.account_name} autoComplete="organization" />
        )}
        <Field {...field('name')} label={t.register.name} autoComplete="name" />
        <Field
          {...field('email')}
          label={t.register.email}
          type="email"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          autoFocus={returned}
        />
        <Field
          {...field('phone')}
          label={t.register.phone}
          hint={t.register.phone_hint}
          type="tel"
          inputMode="tel"
          autoComplete="tel"
          optional
        />
        <Field
          {...field('password')}
          label={t.register.password}
          hint={t.password_rule}
          type="password"
          autoComplete="new-password"
        />
        <div role="alert" className="public-alert">
          {alert}
        </div>
        <Submit busy={busy} label={t.register.submit} busyLabel={t.register.submitting} />
      </form>
      <p className="public-way">
        {t.register.have_account} <a href="/login">{t.to_sign_in}</a>
      </p>
    </PublicPage>
  );
}
