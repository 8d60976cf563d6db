import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { type FormEvent, type ReactNode, useId } from 'react';

interface Props {
  title: string;
  /** The words of the button that sends it. */
  submit: string;
  /** While it is sent nothing closes the dialog, and a second press does nothing. */
  busy?: boolean;
  /** Why it was not done. */
  failure?: ReactNode;
  onSubmit(): void;
  onClose(): void;
  children: ReactNode;
}

/** A short form in a dialog, open as long as it is drawn. What is wrong in a field is said there, not by the browser. */
export function FormDialog({ title, submit, busy = false, failure, onSubmit, onClose, children }: Props) {
  const translate = useTranslate();
  const id = useId();
  const send = (event: FormEvent) => {
    event.preventDefault();
    // A dialog's events reach the page's own form through React's tree.
    event.stopPropagation();
    if (!busy) onSubmit();
  };
  return (
    <Dialog open onClose={busy ? undefined : onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={send} noValidate>
        <DialogTitle id={id}>{title}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          {children}
          {failure && (
            <Alert severity="error" variant="outlined">
              {failure}
            </Alert>
          )}
        </DialogContent>
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
  );
}
