import Button, { type ButtonProps } from '@mui/material/Button';
import { type ReactNode, useState } from 'react';
import { ConfirmDialog } from './ConfirmDialog.tsx';
import { type Done, useAct } from './useAct.ts';

interface ConfirmButtonProps extends Omit<ButtonProps, 'onClick' | 'title' | 'children'> {
  /** On the button, and on the one that confirms. */
  label: string;
  title: string;
  danger?: boolean;
  /** What is asked. */
  children: ReactNode;
  /** As in useAct.ts. */
  act(): Promise<Done>;
  after(): void;
  failed?: string;
  uncertain?: string;
}

/** A button for an action of the server with consequences: it asks first. */
export function ConfirmButton(props: ConfirmButtonProps) {
  const { label, title, danger, children, act, after, failed, uncertain, ...button } = props;
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAct(
    () => {
      setAsking(false);
      after();
    },
    failed,
    uncertain,
  );
  return (
    <>
      <Button {...button} onClick={() => setAsking(true)}>
        {label}
      </Button>
      <ConfirmDialog
        open={isAsking}
        busy={isBusy}
        title={title}
        confirm={label}
        danger={danger}
        onConfirm={() => void run(act)}
        onClose={() => setAsking(false)}
      >
        {children}
      </ConfirmDialog>
    </>
  );
}
