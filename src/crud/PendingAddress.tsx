import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { http } from '../core/http.ts';
import { useAct } from './useAct.ts';

interface Props {
  /** The address that has still to confirm. */
  email: string;
  /** Paths that mail the link again and leave the address as it is; null for who may do neither. */
  paths: Record<'resend' | 'cancel', string> | null;
  /** Hears that something was done, or refused. */
  onDone(): void;
}

/** Says that a new e-mail address waits for its confirmation, and what can be done about it. */
export function PendingAddress({ email, paths, onDone }: Props) {
  const translate = useTranslate();
  const { isBusy, run } = useAct(onDone);
  const act = (name: 'resend' | 'cancel') =>
    run(async () => {
      await http.json(paths?.[name] ?? '', { method: 'POST' });
      return [`crud.address.done.${name}`, { email }];
    });
  return (
    <Alert severity="info" variant="outlined" className="crud-address">
      <p>{translate('crud.address.waits', { email })}</p>
      {paths && (
        <div>
          <Button size="small" variant="outlined" disabled={isBusy} onClick={() => void act('resend')}>
            {translate('crud.address.resend')}
          </Button>
          <Button size="small" color="inherit" disabled={isBusy} onClick={() => void act('cancel')}>
            {translate('crud.address.cancel')}
          </Button>
        </div>
      )}
    </Alert>
  );
}
