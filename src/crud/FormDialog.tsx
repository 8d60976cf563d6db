import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { type FormEvent, type ReactNode, useId, useLayoutEffect, useRef, useState } from 'react';
import type { HttpError } from '../core/http.ts';
import { Dialog } from '../layout/Dialog.tsx';
import { FailureAlert } from '../layout/FailureAlert.tsx';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { focusWrong } from './focusField.ts';
import { UnsavedGuard } from './UnsavedGuard.tsx';

interface Props {
  title: string;
  /** Label of the submit button. */
  submit: string;
  /** For forms with more than a few fields. */
  wide?: boolean;
  /** While sending, the dialog cannot be closed and a second click is ignored. */
  busy?: boolean;
  /** Why sending failed. */
  failure?: HttpError | undefined;
  /** Shown instead of the failure's own message. */
  failureText?: ReactNode;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/**
 * A short form in a dialog that is open while mounted. Errors are shown at the fields, not by the browser, and the
 * first of them gets the focus. What is typed is discarded by Cancel, but not by a click beside the dialog or Esc, nor by
 * leaving the page, without asking.
 */
export function FormDialog({
  title,
  submit,
  wide = false,
  busy = false,
  failure,
  failureText,
  onSubmit,
  onClose,
  children,
}: Props) {
  const translate = useTranslate();
  const id = useId();
  const [isTyped, setTyped] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const [attempts, setAttempts] = useState(0);
  useLayoutEffect(() => {
    if (attempts > 0 && !busy) focusWrong(form.current);
  }, [attempts, busy]);
  const send = (event: FormEvent) => {
    event.preventDefault();
    // React would pass the dialog's events on to the page's own form.
    event.stopPropagation();
    if (busy) return;
    setAttempts(attempts + 1);
    onSubmit();
  };
  return (
    <>
      <Dialog
        open
        onClose={busy ? undefined : isTyped ? () => setAsking(true) : onClose}
        aria-labelledby={id}
        maxWidth={wide ? 'md' : 'xs'}
        fullWidth
      >
        <form ref={form} onSubmit={send} onInput={() => setTyped(true)} noValidate>
          <DialogTitle id={id}>{title}</DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>{children}</DialogContent>
          {failure && (
            <FailureAlert failure={failure} quiet sx={{ mx: 3, mt: 1, flexShrink: 0 }}>
              {failureText}
            </FailureAlert>
          )}
          <DialogActions>
            <Button onClick={onClose} disabled={busy}>
              {translate('crud.form.cancel')}
            </Button>
            <Button type="submit" variant="contained" loading={busy}>
              {submit}
            </Button>
          </DialogActions>
        </form>
      </Dialog>
      {isTyped && !busy && <UnsavedGuard active />}
      <ConfirmDialog
        open={isAsking}
        danger
        title={translate('crud.form.closeTitle')}
        confirm={translate('crud.form.discard')}
        cancel={translate('crud.form.stay')}
        onConfirm={onClose}
        onClose={() => setAsking(false)}
      >
        {translate('crud.form.closeText')}
      </ConfirmDialog>
    </>
  );
}
