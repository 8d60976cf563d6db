import BalanceRounded from '@mui/icons-material/BalanceRounded';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useNotify, useTranslate, ValidationError } from 'ra-core';
import { useId, useState } from 'react';
import { hasPermission } from '../../../core/access.ts';
import { money, rupees } from '../../../core/format.ts';
import { requestIdOf } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { Dialog } from '../../../layout/Dialog.tsx';
import { Reference } from '../../../layout/Reference.tsx';
import { Change } from './EntryCells.tsx';
import { useAdjustment } from './useAdjustment.ts';
import { useFocusProblem } from './useFocusProblem.ts';
import '../../../crud/crud.css';

/** A customer's wallet: its account, and the displayed balance and credit limit in minor units. */
interface Target {
  uuid: string;
  name: string;
  balance: number;
  credit_limit?: number | null;
}

/** Whether the signed-in user may adjust wallets here. */
export const canAdjust = (): boolean =>
  hasPermission(['wallet-list', 'post']) && offers('wallet-adjustments');

/** Changes a wallet by hand, after showing the result; hidden without permission. */
export function AdjustWallet({
  target,
  onDone,
  compact = false,
}: {
  target: Target;
  /** Called when the balance turns out to have changed. */
  onDone(): void;
  compact?: boolean;
}) {
  const translate = useTranslate();
  const [isOpen, setOpen] = useState(false);
  if (!canAdjust()) return null;
  return (
    <>
      <Button
        variant={compact ? 'text' : 'outlined'}
        size={compact ? 'small' : 'medium'}
        startIcon={<BalanceRounded />}
        aria-label={compact ? translate('wallets.adjustNamed', { name: target.name }) : undefined}
        onClick={() => setOpen(true)}
      >
        {translate(compact ? 'wallets.adjust' : 'wallets.adjustWallet')}
      </Button>
      {isOpen && <AdjustDialog target={target} onDone={onDone} onClose={() => setOpen(false)} />}
    </>
  );
}

function AdjustDialog({ target, onDone, onClose }: { target: Target; onDone(): void; onClose(): void }) {
  const translate = useTranslate();
  const notify = useNotify();
  const id = useId();
  const { name } = target;
  const adjusting = useAdjustment(target, ({ before, after, waits }) => {
    notify(waits ? 'wallets.waits' : 'wallets.done', {
      type: waits ? 'info' : 'success',
      messageArgs: { name, before: rupees(before), after: rupees(after) },
    });
    onDone();
    onClose();
  });
  const { values, problems, notice, balance, change, after, isBusy, isUnanswered, isChanged, edit } =
    adjusting;
  const form = useFocusProblem(problems);
  const close = () => {
    if (isBusy) return;
    if (isChanged) onDone();
    onClose();
  };
  const problem = (field: string) =>
    problems[field] ? <ValidationError error={problems[field]} /> : undefined;
  const confirm =
    change && change !== 0 ? (change > 0 ? 'wallets.confirmAdd' : 'wallets.confirmTake') : 'wallets.submit';

  return (
    <Dialog open onClose={close} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form
        ref={form}
        noValidate
        className="pay-form"
        onSubmit={(event) => {
          event.preventDefault();
          void adjusting.submit();
        }}
      >
        <DialogTitle id={id}>{translate('wallets.adjustTitle', { name })}</DialogTitle>
        <DialogContent className="pay-dialog">
          {notice && (
            <Alert severity={notice.severity} variant="outlined">
              {notice.text}
              <Reference id={requestIdOf(notice.failure)} />
            </Alert>
          )}
          <TextField
            select
            label={translate('wallets.way')}
            value={values.way}
            disabled={isUnanswered}
            onChange={({ target: { value } }) => edit({ way: value === 'take' ? 'take' : 'add' })}
            slotProps={{ select: { native: true } }}
            fullWidth
            margin="none"
          >
            <option value="add">{translate('wallets.add')}</option>
            <option value="take">{translate('wallets.take')}</option>
          </TextField>
          <TextField
            key={`amount ${isUnanswered}`}
            autoFocus={!isUnanswered}
            label={translate('wallets.amount')}
            value={values.amount}
            disabled={isUnanswered}
            onChange={({ target: { value } }) => edit({ amount: value })}
            error={Boolean(problems.amount)}
            helperText={problem('amount') ?? translate('wallets.amountHelp')}
            slotProps={{
              htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 40 },
              inputLabel: { required: false },
            }}
            required
            fullWidth
            margin="none"
          />
          <TextField
            label={translate('wallets.reason')}
            value={values.reason}
            disabled={isUnanswered}
            onChange={({ target: { value } }) => edit({ reason: value })}
            error={Boolean(problems.reason)}
            helperText={problem('reason') ?? translate('wallets.reasonHelp')}
            slotProps={{
              htmlInput: { autoComplete: 'off', maxLength: 300 },
              inputLabel: { required: false },
            }}
            required
            fullWidth
            multiline
            margin="none"
          />
          <dl className="crud-figures is-boxed has-sum" aria-live="polite">
            <div>
              <dt>{translate('wallets.before')}</dt>
              <dd className="crud-number">{rupees(balance)}</dd>
            </div>
            <div>
              <dt>{translate('wallets.change')}</dt>
              <dd>{change ? <Change amount={change} /> : '–'}</dd>
            </div>
            <div>
              <dt>{translate('wallets.after')}</dt>
              <dd className="crud-number">{after === undefined ? '–' : rupees(after)}</dd>
            </div>
          </dl>
          <p>{translate('wallets.final')}</p>
        </DialogContent>
        <DialogActions>
          <Button onClick={close} disabled={isBusy}>
            {translate('crud.form.cancel')}
          </Button>
          {isUnanswered && !isBusy && (
            <Button onClick={adjusting.startOver}>{translate('wallets.startOver')}</Button>
          )}
          <Button
            key={`submit ${isUnanswered}`}
            type="submit"
            variant="contained"
            loading={isBusy}
            autoFocus={isUnanswered}
          >
            {translate(isUnanswered ? 'crud.list.retry' : confirm, { amount: money(Math.abs(change ?? 0)) })}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
