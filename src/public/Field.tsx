import { type ComponentProps, useId } from 'react';
import { useAccountText } from './accountText.ts';
import { PasswordInput } from './PasswordInput.tsx';

interface Props extends Omit<ComponentProps<'input'>, 'onChange' | 'value' | 'name'> {
  name: string;
  label: string;
  value: string;
  onChange: (value: string) => void;
  /** The error; '' if there is none. */
  error: string;
  hint?: string;
  optional?: boolean;
}

/** A labelled input with a hint, and with an error after the form was sent. */
export function Field({ label, hint, error, optional, type = 'text', onChange, ...input }: Props) {
  const t = useAccountText();
  const id = useId();
  const [hintId, errorId] = [`${id}-hint`, `${id}-error`];
  const described = [hint && hintId, error && errorId].filter(Boolean).join(' ');
  const Input = type === 'password' ? PasswordInput : 'input';
  return (
    <div className="public-field">
      <label htmlFor={id}>
        {label}
        {optional && <span className="public-optional"> ({t.optional})</span>}
      </label>
      <Input
        {...input}
        {...(type !== 'password' && { type })}
        id={id}
        onChange={(event) => onChange(event.target.value)}
        aria-required={!optional}
        aria-invalid={Boolean(error)}
        aria-describedby={described || undefined}
      />
      {error && (
        <p id={errorId} className="public-error">
          {error}
        </p>
      )}
      {hint && (
        <p id={hintId} className="public-hint">
          {hint}
        </p>
      )}
    </div>
  );
}

/** The submit button: it keeps the focus and shows progress while the form is being sent. */
export function Submit({ busy, label, busyLabel }: { busy: boolean; label: string; busyLabel: string }) {
  return (
    <button type="submit" className="public-submit" aria-disabled={busy} aria-busy={busy}>
      {busy ? busyLabel : label}
    </button>
  );
}
