import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { http } from '../core/http.ts';
import { useAct } from './useAct.ts';

interface Props {
  /** The address that is not confirmed yet. */
  email: string;
  /** Paths that send the link again and that keep the old address; null if the user may do neither. */
  paths: Record<'resend' | 'cancel', string> | null;
  /** Called after an action succeeded or was refused. */
  onDone(): void;
}

/** Says that a new e-mail address needs confirmation, and what the user can do. */
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
