import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { Dialog } from '../layout/Dialog.tsx';
import { focusField } from './focusField.ts';
import './confirmBox.css';

export interface ConfirmDialogProps {
  open: boolean;
  title: string;
  children: ReactNode;
  /** Label of the confirming button; it names the action, never "OK". */
  confirm: string;
  /** Label of the cancelling button; defaults to Cancel. */
  cancel?: string;
  danger?: boolean;
  busy?: boolean;
  /** A third button between the two, for another answer. */
  other?: ReactNode;
  onConfirm(): void;
  onClose(): void;
}

/** Focuses the first field, because the dialog gives the focus to Cancel. */
function FieldFirst({ children }: { children: ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => focusField(box.current), []);
  return (
    <div ref={box} className="confirm-text">
      {children}
    </div>
  );
}

/** The content of a ConfirmDialog. The focus starts on its first field, otherwise on Cancel. */
export function ConfirmBox(props: ConfirmDialogProps) {
  const translate = useTranslate();
  const id = useId();
  // The second click of a double click can meet a dialog that fades out.
  const confirm = () => {
    if (props.open) props.onConfirm();
  };
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
          onClick={confirm}
          loading={props.busy}
        >
          {props.confirm}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
