import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { useFormContext, useFormState } from 'react-hook-form';
import { PasswordField } from '../../layout/PasswordField.tsx';
import { useUser } from '../../layout/useUser.ts';

/**
 * Asks who makes a key for their password, or for a code where two-factor sign-in is on. The form keeps drafts in the
 * browser's storage, so these are none of its values: `proofIn` reads them when it is sent.
 */
export function ProveSelf() {
  const translate = useTranslate();
  const { clearErrors } = useFormContext();
  const { errors } = useFormState();
  const user = useUser();
  const textOf = (name: 'password' | 'code') => errors[name]?.message as string | undefined;
  // Two-factor sign-in may have been turned on or off elsewhere meanwhile: then the server asks for the other.
  const asksCode = textOf('code') ? true : textOf('password') ? false : user?.two_factor?.enabled === true;
  return (
    <div onInput={() => clearErrors(['password', 'code'])} className="api-key-proof">
      <p>{translate(asksCode ? 'apiKey.proveCode' : 'apiKey.provePassword')}</p>
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

/** What was typed there, by its name. */
export function proofIn(container: HTMLElement | null): Record<string, string> {
  const inputs = container?.querySelectorAll<HTMLInputElement>('.api-key-proof input') ?? [];
  return Object.fromEntries([...inputs].map(({ name, value }) => [name, value]));
}
