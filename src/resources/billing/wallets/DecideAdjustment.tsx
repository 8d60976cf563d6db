import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import { may } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { rupees } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAskedDecision } from '../../../crud/useAskedDecision.ts';
import { useUser } from '../../../layout/useUser.ts';
import '../../../crud/review/reviews.css';
import './wallets.css';

const walletAdjustment = entityOf('admin/wallet-adjustments');

const REASON_MAX = 300;

/** Confirms or rejects a waiting adjustment. Its requester can only reject it. */
export function DecideAdjustment({ adjustment }: { adjustment: WalletAdjustment }) {
  const translate = useTranslate();
  const isOwn = useUser()?.uuid === adjustment.asked_by;
  const { uuid, account_name: name, asked_by_name: by, amount: change } = adjustment;
  const amount = `${change < 0 ? '−' : '+'}${rupees(Math.abs(change))}`;
  const { asked, ask, isNegative, reason, dialog } = useAskedDecision<'confirm' | 'reject'>({
    negative: 'reject',
    help: translate('wallets.rejectHelp'),
    async send(decision, why) {
      const body = why && { reason: why };
      await http.json(`${walletAdjustment.path}${uuid}/${decision}/`, { method: 'POST', body });
      return [`wallets.decided.${decision}`, { name, amount }];
    },
  });
  if (adjustment.status !== 'pending' || !may(['wallet-list', 'post'])) return null;

  return (
    <div className="wallet-decide">
      {!isOwn && (
        <Button
          size="small"
          onClick={() => ask('confirm')}
          aria-label={translate('wallets.confirmNamed', { name, amount })}
        >
          {translate('wallets.confirm')}
        </Button>
      )}
      <Button
        size="small"
        color="error"
        onClick={() => ask('reject')}
        aria-label={translate('wallets.rejectNamed', { name, amount })}
      >
        {translate('wallets.reject')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={translate(`wallets.decideTitle.${asked ?? 'confirm'}`, { name })}
        confirm={translate(isNegative ? 'reviews.reject' : 'reviews.confirmPayment')}
      >
        <div className="review-dialog">
          <p>{translate('wallets.decideText', { name, amount, by, reason: adjustment.reason })}</p>
          {isNegative ? (
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
