import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { HttpError } from '../http.ts';
import { PasswordField } from './PasswordField.tsx';
import './proofForm.css';

type Name = 'email' | 'password' | 'code';

interface Props<Asked extends Name> {
  /** What it asks for, in order. */
  asks: readonly Asked[];
  children?: ReactNode;
  /** Whether a recovery code is taken as well: not of an app that is being set up. */
  recovery?: boolean;
  submit: string;
  danger?: boolean;
  /** Rejects with what is wrong, which is said beside the field or above the buttons. */
  send(values: Record<Asked, string>): Promise<void>;
  onClose(): void;
}

/** The inside of a dialog that asks for the password, a code, or both, and of one that asks for a new address before. */
export function ProofForm<Asked extends Name>({
  asks,
  children,
  recovery,
  submit,
  danger,
  send,
  onClose,
}: Props<Asked>) {
  const translate = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [failure, setFailure] = useState<string>();

  useLayoutEffect(() => {
    const first = asks.find((name) => errors[name]);
    if (first) (form.current?.elements.namedItem(first) as HTMLInputElement | null)?.focus();
  }, [errors, asks]);

  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (busy.current) return;
    const data = new FormData(event.currentTarget);
    const typed = (name: Name) => {
      const value = String(data.get(name) ?? '');
      return name === 'password' ? value : value.trim();
    };
    const values = Object.fromEntries(asks.map((name) => [name, typed(name)])) as Record<Asked, string>;
    const empty = asks.filter((name) => !values[name]);
    setFailure(undefined);
    setErrors(Object.fromEntries(empty.map((name) => [name, 'password.required'])));
    if (empty.length > 0) return;
    busy.current = true;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const failed = error instanceof HttpError ? error : new HttpError(String(error));
      const named = Object.entries(failed.body.errors ?? {}).filter(([name]) => asks.includes(name as Asked));
      setErrors(Object.fromEntries(named.map(([name, texts]) => [name, texts.join(' ')])));
      if (named.length === 0) setFailure(failed.message);
    }
    busy.current = false;
    setBusy(false);
  };

  return (
    <form ref={form} onSubmit={(event) => void onSubmit(event)} noValidate>
      <DialogContent className="proof-form">
        {children}
        {asks.map((name, index) =>
          name === 'password' ? (
            <PasswordField
              key={name}
              name={name}
              label={translate('auth.password')}
              autoComplete="current-password"
              error={errors.password}
              autoFocus={index === 0}
            />
          ) : name === 'email' ? (
            <TextField
              key={name}
              id={name}
              name={name}
              type="email"
              label={translate('profile.address.new')}
              error={Boolean(errors.email)}
              helperText={errors.email && translate(errors.email, { _: errors.email })}
              autoFocus={index === 0}
              fullWidth
              slotProps={{
                htmlInput: {
                  'aria-required': true,
                  autoComplete: 'email',
                  maxLength: 254,
                  spellCheck: false,
                },
              }}
            />
          ) : (
            <TextField
              key={name}
              id={name}
              name={name}
              label={translate(recovery ? 'twoFactor.codeOrRecovery' : 'twoFactor.code')}
              error={Boolean(errors.code)}
              helperText={errors.code && translate(errors.code, { _: errors.code })}
              autoFocus={index === 0}
              fullWidth
              slotProps={{
                htmlInput: {
                  'aria-required': true,
                  autoComplete: 'one-time-code',
                  autoCapitalize: 'characters',
                  spellCheck: false,
                  ...(!recovery && { inputMode: 'numeric' }),
                },
              }}
            />
          ),
        )}
        {failure && (
          <Alert severity="error" variant="outlined">
            {translate(failure, { _: failure })}
          </Alert>
        )}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={isBusy}>
          {translate('crud.form.cancel')}
        </Button>
        <Button type="submit" variant="contained" color={danger ? 'error' : 'primary'} loading={isBusy}>
          {submit}
        </Button>
      </DialogActions>
    </form>
  );
}
