import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { focusField } from './focusField.ts';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** The words of the button that does it; say what it does, never "OK". */
  confirm: string;
  /** The words of the button that leaves everything as it is; else Cancel. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** A button between Cancel and the one that does it: another answer. */
  other?: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

/** Gives its first field the focus, which the dialog has given to Cancel. */
function FieldFirst({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => focusField(box.current), []);
  return <div ref={box}>{children}</div>;
}

/** The question of a ConfirmDialog: the focus begins at what it asks to be written, else at Cancel. */
export function ConfirmBox(props: ConfirmDialogProps) {
  const translate = useTranslate();
  const id = useId();
  return (
    <Dialog
      open={props.open}
      onClose={props.busy ? undefined : props.onClose}
      aria-labelledby={id}
      maxWidth="xs"
    >
      <DialogTitle id={id}>{props.title}</DialogTitle>
      <DialogContent>
        <FieldFirst>{props.children}</FieldFirst>
      </DialogContent>
      <DialogActions>
        <Button onClick={props.onClose} disabled={props.busy} autoFocus>
          {props.cancel ?? translate('crud.form.cancel')}
        </Button>
        {props.other}
        <Button
          variant="contained"
          color={props.danger ? 'error' : 'primary'}
          onClick={props.onConfirm}
          loading={props.busy}
        >
          {props.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
