import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import { may } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { money } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { useReason } from '../../../crud/useReason.ts';
import { useUser } from '../../../layout/useUser.ts';
import '../../../crud/review/reviews.css';
import './wallets.css';

const walletAdjustment = entityOf('admin/wallet-adjustments');

const REASON_MAX = 300;

/** Confirms or rejects a waiting adjustment. Its requester can only reject it. */
export function DecideAdjustment({ adjustment }: { adjustment: WalletAdjustment }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const reason = useReason(translate('wallets.rejectHelp'));
  const [asked, setAsked] = useState<'confirm' | 'reject'>();
  const isOwn = useUser()?.uuid === adjustment.asked_by;
  const close = () => {
    setAsked(undefined);
    reason.calm();
  };
  const { isBusy, run } = useAct(() => {
    close();
    refresh();
  });
  if (adjustment.status !== 'pending' || !may(['wallet-list', 'post'])) return null;

  const { uuid, account_name: name, asked_by_name: by, amount: change } = adjustment;
  const amount = `${change < 0 ? '−' : '+'}${money(Math.abs(change))}`;
  const decide = () => {
    const why = asked === 'reject' ? reason.take() : undefined;
    if (asked === 'reject' && !why) return;
    void run(async () => {
      const body = why && { reason: why };
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
              {...reason.field}
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
