import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useNotify, useTranslate, ValidationError } from 'ra-core';
import { useRef, useState } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { asFailure } from '../../../core/http.ts';
import { PasswordField } from '../../../layout/PasswordField.tsx';
import { provePasskey, useAsksCode, usePasskeys } from '../../../layout/usePasskeys.ts';

/**
 * Asks the creator of a key for their password, or for a code if two-factor sign-in is on. The form stores drafts in the
 * browser, so these are not among its values: `proofIn` reads them at submit.
 */
export function ProveSelf() {
  const translate = useTranslate();
  const { clearErrors } = useFormContext();
  const { errors } = useFormState();
  const textOf = (name: 'password' | 'code') => errors[name]?.message as string | undefined;
  // Its text goes with the first character that is typed in answer to it; what it asks for stays.
  const refused = (['code', 'password'] as const).find(textOf);
  const [told, setTold] = useState(refused);
  if (refused && refused !== told) setTold(refused);
  const asksCode = useAsksCode(told);
  const hasPasskeys = usePasskeys();
  const notify = useNotify();
  const signed = useRef<HTMLInputElement>(null);
  const byPasskey = async (form: HTMLFormElement | null) => {
    try {
      const passkey = await provePasskey();
      if (signed.current) signed.current.value = JSON.stringify(passkey);
      form?.requestSubmit();
    } catch (error) {
      const text = asFailure(error).message;
      notify(text, { type: 'error', messageArgs: { _: text } });
    }
  };
  return (
    <div onInput={() => clearErrors(['password', 'code'])} className="api-key-proof">
      <p>{translate(asksCode ? 'apiKey.proveCode' : 'apiKey.provePassword')}</p>
      {asksCode && hasPasskeys && (
        <Button variant="outlined" onClick={(event) => void byPasskey(event.currentTarget.form)}>
          {translate('twoFactor.passkey.use')}
        </Button>
      )}
      <input type="hidden" name="passkey" ref={signed} />
      {asksCode ? (
        <TextField
          id="code"
          name="code"
          label={translate('twoFactor.codeOrRecovery')}
          error={Boolean(textOf('code'))}
          helperText={textOf('code') && <ValidationError error={textOf('code') as string} />}
          fullWidth
          slotProps={{
            htmlInput: {
              ...{ 'aria-required': true, autoComplete: 'one-time-code', maxLength: 40 },
              ...{ autoCapitalize: 'characters', spellCheck: false },
            },
          }}
        />
      ) : (
        <PasswordField
          name="password"
          label={translate('auth.password')}
          autoComplete="current-password"
          error={textOf('password') && translate(textOf('password') as string, { _: textOf('password') })}
        />
      )}
    </div>
  );
}

/** The typed value, by field name. */
export function proofIn(container: HTMLElement | null): Record<string, unknown> {
  const inputs = container?.querySelectorAll<HTMLInputElement>('.api-key-proof input') ?? [];
  const { passkey, ...typed } = Object.fromEntries([...inputs].map(({ name, value }) => [name, value]));
  if (!passkey) return typed;
  // A code works once, so a retry after a refusal needs a new one.
  for (const input of inputs) if (input.name === 'passkey') input.value = '';
  return { passkey: JSON.parse(passkey) };
}
