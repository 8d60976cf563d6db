import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { type FormEvent, useId, useRef, useState } from 'react';
import { HttpError, http } from '../core/http.ts';
import { Dialog } from './Dialog.tsx';
import { PasswordField } from './PasswordField.tsx';
import { toaster } from './Toasts.tsx';

type Name = 'old_password' | 'new_password';
type Errors = Partial<Record<Name, string>>;

/** Text of the failure's toast: detail, otherwise error, from the response, otherwise one fixed text. */
function failureText(failure: unknown): string {
  const body = failure instanceof HttpError ? (failure.body as { detail?: unknown; error?: unknown }) : {};
  const text = [body.detail, body.error].find((value) => typeof value === 'string' && value !== '');
  return typeof text === 'string' ? text : 'Something went wrong!';
}

/** Changes the signed-in user's password. Both fields are required; there is no other rule here. */
export function ChangePassword({ open, onClose }: { open: boolean; onClose: () => void }) {
  const translate = useTranslate();
  const titleId = useId();
  const form = useRef<HTMLFormElement>(null);
  const [errors, setErrors] = useState<Errors>({});
  const [sending, setSending] = useState(false);

  const close = () => {
    setErrors({});
    onClose();
  };

  const show = (found: Errors): boolean => {
    setErrors(found);
    const first = Object.keys(found)[0];
    if (first) (form.current?.elements.namedItem(first) as HTMLInputElement | null)?.focus();
    return first !== undefined;
  };

  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (sending) return;
    const data = new FormData(event.currentTarget);
    const body = {
      old_password: String(data.get('old_password') ?? ''),
      new_password: String(data.get('new_password') ?? ''),
    };
    const required = 'password.required';
    if (
      show({
        ...(!body.old_password && { old_password: required }),
        ...(!body.new_password && { new_password: required }),
      })
    )
      return;
    setSending(true);
    try {
      await http.json('/v1/autho/user/change-password/', { body });
      toaster.show('success', translate('password.changed'));
      close();
    } catch (failure) {
      const text = failureText(failure);
      toaster.show('error', translate(text, { _: text }));
      const named = failure instanceof HttpError ? (failure.body.errors ?? {}) : {};
      show({
        ...(named.old_password && { old_password: named.old_password.join(' ') }),
        ...(named.new_password && { new_password: named.new_password.join(' ') }),
      });
    } finally {
      setSending(false);
    }
  };

  return (
    <Dialog
      open={open}
      onClose={sending ? undefined : close}
      aria-labelledby={titleId}
      maxWidth="xs"
      fullWidth
    >
      <form ref={form} onSubmit={submit} noValidate>
        <DialogTitle id={titleId}>{translate('password.title')}</DialogTitle>
        <DialogContent>
          <PasswordField
            name="old_password"
            label={translate('password.old')}
            autoComplete="current-password"
            error={errors.old_password}
            autoFocus
          />
          <PasswordField
            name="new_password"
            autoComplete="new-password"
            label={translate('password.new')}
            error={errors.new_password}
          />
        </DialogContent>
        <DialogActions>
          <Button color="inherit" onClick={close} disabled={sending}>
            {translate('password.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={sending}>
            {translate(sending ? 'password.submitting' : 'password.submit')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
