import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type FormEvent, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { asFailure, type HttpError } from '../core/http.ts';
import { FailureAlert } from './FailureAlert.tsx';
import { PasswordField } from './PasswordField.tsx';
import './proofForm.css';

type Name = 'email' | 'name' | 'password' | 'code';
type Values<Asked extends Name> = Record<Asked, string>;

interface Props<Asked extends Name> {
  /** What it asks for, in order. */
  asks: readonly Asked[];
  children?: ReactNode;
  /** Whether recovery codes are accepted too: not when an app is being set up. */
  recovery?: boolean;
  submit: string;
  danger?: boolean;
  /** Rejects with an error, which is shown at the field or above the buttons. */
  send(values: Values<Asked>): Promise<void>;
  /** Submits with a passkey instead, once the required fields are filled in. */
  passkey?: { needs: readonly Asked[]; send(values: Partial<Values<Asked>>): Promise<void> } | undefined;
  onClose(): void;
}

/** A field's hints for the browser. */
const inputs = {
  email: { type: 'email', autoComplete: 'email', maxLength: 254, spellCheck: false },
  name: { type: 'text', autoComplete: 'off', maxLength: 60 },
  code: { type: 'text', autoComplete: 'one-time-code', autoCapitalize: 'characters', spellCheck: false },
} as const;

/** Content of a dialog that asks for the password, a code, or both, and possibly for other fields first. */
export function ProofForm<Asked extends Name>(props: Props<Asked>) {
  const { asks, recovery, passkey } = props;
  const translate = useTranslate();
  const form = useRef<HTMLFormElement>(null);
  const busy = useRef(false);
  const [isBusy, setBusy] = useState(false);
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({});
  const [failure, setFailure] = useState<HttpError>();

  useLayoutEffect(() => {
    const first = asks.find((name) => errors[name]);
    if (first) (form.current?.elements.namedItem(first) as HTMLInputElement | null)?.focus();
  }, [errors, asks]);

  /** Submits these fields, once for a double click. */
  const attempt = async (
    names: readonly Asked[],
    send: (values: Values<Asked>) => Promise<void>,
  ): Promise<void> => {
    if (busy.current || !form.current) return;
    const data = new FormData(form.current);
    const typed = (name: Name) => {
      const value = String(data.get(name) ?? '');
      return name === 'password' ? value : value.trim();
    };
    const values = Object.fromEntries(names.map((name) => [name, typed(name)])) as Values<Asked>;
    const empty = names.filter((name) => !values[name]);
    setFailure(undefined);
    setErrors(Object.fromEntries(empty.map((name) => [name, 'password.required'])));
    if (empty.length > 0) return;
    busy.current = true;
    setBusy(true);
    try {
      await send(values);
    } catch (error) {
      const failed = asFailure(error);
      const named = Object.entries(failed.body.errors ?? {}).filter(([name]) => asks.includes(name as Asked));
      setErrors(Object.fromEntries(named.map(([name, texts]) => [name, texts.join(' ')])));
      if (named.length === 0) setFailure(failed);
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void attempt(asks, props.send);
  };
  const labels = {
    email: 'profile.address.new',
    name: 'twoFactor.passkey.name',
    code: recovery ? 'twoFactor.codeOrRecovery' : 'twoFactor.code',
  };

  const fieldOf = (name: Name, index: number) => {
    const error = errors[name];
    if (name === 'password')
      return (
        <PasswordField
          key={name}
          name={name}
          label={translate('auth.password')}
          autoComplete="current-password"
          error={error}
          autoFocus={index === 0}
        />
      );
    const isNumber = name === 'code' && !recovery;
    return (
      <TextField
        key={name}
        id={name}
        name={name}
        label={translate(labels[name])}
        error={Boolean(error)}
        helperText={error && translate(error, { _: error })}
        autoFocus={index === 0}
        fullWidth
        slotProps={{
          htmlInput: { 'aria-required': true, ...inputs[name], ...(isNumber && { inputMode: 'numeric' }) },
        }}
      />
    );
  };

  return (
    <form ref={form} onSubmit={onSubmit} noValidate>
      <DialogContent className="proof-form">
        {props.children}
        {asks.map(fieldOf)}
        {passkey && (
          <Button
            variant="outlined"
            disabled={isBusy}
            onClick={() => void attempt(passkey.needs, passkey.send)}
          >
            {translate('twoFactor.passkey.use')}
          </Button>
        )}
        {failure && <FailureAlert failure={failure} quiet />}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={props.onClose} disabled={isBusy}>
          {translate('crud.form.cancel')}
        </Button>
        <Button type="submit" variant="contained" color={props.danger ? 'error' : 'primary'} loading={isBusy}>
          {props.submit}
        </Button>
      </DialogActions>
    </form>
  );
}
