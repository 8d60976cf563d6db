import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRefresh, useTranslate } from 'ra-core';
import { useRef, useState } from 'react';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import { may } from '../../access.ts';
import { ConfirmDialog } from '../../crud/ConfirmDialog.tsx';
import { useAct } from '../../crud/useAct.ts';
import { entityOf } from '../../entities.ts';
import { money } from '../../format.ts';
import { http } from '../../http.ts';
import { useUser } from '../../layout/useUser.ts';
import '../../reviews/reviews.css';
import './wallets.css';

const walletAdjustment = entityOf('admin/wallet-adjustments');

const REASON_MAX = 300;

/** Confirms or rejects an adjustment that waits. Who asked for it can only reject it. */
export function DecideAdjustment({ adjustment }: { adjustment: WalletAdjustment }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const input = useRef<HTMLTextAreaElement>(null);
  const [asked, setAsked] = useState<'confirm' | 'reject'>();
  const [reason, setReason] = useState('');
  const [problem, setProblem] = useState<string>();
  const isOwn = useUser()?.uuid === adjustment.asked_by;
  const close = () => {
    setAsked(undefined);
    setProblem(undefined);
  };
  const { isBusy, run } = useAct(() => {
    close();
    refresh();
  });
  if (adjustment.status !== 'pending' || !may(['wallet-list', 'post'])) return null;

  const { uuid, account_name: name, asked_by_name: by, amount: change } = adjustment;
  const amount = `${change < 0 ? '−' : '+'}${money(Math.abs(change))}`;
  const decide = () => {
    if (asked === 'reject' && reason.trim() === '') {
      setProblem(translate('crud.error.required'));
      input.current?.focus();
      return;
    }
    void run(async () => {
      const body = asked === 'reject' ? { reason: reason.trim() } : undefined;
      await http.json(`${walletAdjustment.path}${uuid}/${asked}/`, { method: 'POST', body });
      return [`wallets.decided.${asked}`, { name, amount }];
    });
  };
  return (
    <div className="wallet-decide">
      {!isOwn && (
        <Button
          size="small"
          onClick={() => setAsked('confirm')}
          aria-label={translate('wallets.confirmNamed', { name, amount })}
        >
          {translate('wallets.confirm')}
        </Button>
      )}
      <Button
        size="small"
        color="error"
        onClick={() => setAsked('reject')}
        aria-label={translate('wallets.rejectNamed', { name, amount })}
      >
        {translate('wallets.reject')}
      </Button>
      <ConfirmDialog
        open={asked !== undefined}
        danger={asked === 'reject'}
        busy={isBusy}
        title={translate(`wallets.decideTitle.${asked ?? 'confirm'}`, { name })}
        confirm={translate(asked === 'reject' ? 'reviews.reject' : 'reviews.confirmPayment')}
        onConfirm={decide}
        onClose={close}
      >
        <div className="review-dialog">
          <p>{translate('wallets.decideText', { name, amount, by, reason: adjustment.reason })}</p>
          {asked === 'reject' ? (
            <TextField
              label={translate('wallets.reason')}
              value={reason}
              onChange={({ target }) => {
                setReason(target.value);
                setProblem(undefined);
              }}
              inputRef={input}
              error={problem !== undefined}
              helperText={problem ?? translate('wallets.rejectHelp')}
              multiline
              fullWidth
              slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
            />
          ) : (
            <p>{translate('wallets.final')}</p>
          )}
        </div>
      </ConfirmDialog>
    </div>
  );
}
