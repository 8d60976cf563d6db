import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { Pair } from '#schema/permissions.ts';
import { hasPermission } from '../../../core/access.ts';
import { http } from '../../../core/http.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAskedDecision } from '../../../crud/useAskedDecision.ts';
import { useUser } from '../../../layout/useUser.ts';
import '../../../crud/review/reviews.css';
import './wallets.css';

const REASON_MAX = 300;

type Decision = 'confirm' | 'reject';

interface Props {
  /** What waits: a record of the entity at `path`. */
  waiting: { uuid: string; status: string; asked_by: string; account_name: string };
  path: string;
  pair: Pair;
  /** What is requested, formatted. */
  amount: string;
  /** The dialog's title, and what was requested by whom. */
  title(decision: Decision): string;
  text: string;
  /** The key of what is said afterwards, with `name` and `amount`. */
  done(decision: Decision): string;
  /** Below the text of a confirmation. */
  note?: ReactNode;
}

/** Confirms or rejects a change that needs a second person. Its requester can only reject it (OwnRequests.tsx says why). */
export function Decide({ waiting, path, pair, amount, title, text, done, note }: Props) {
  const translate = useTranslate();
  const { uuid, status, account_name: name } = waiting;
  const isOwn = useUser()?.uuid === waiting.asked_by;
  const { asked, ask, isNegative, reason, dialog } = useAskedDecision<Decision>({
    negative: 'reject',
    help: translate('wallets.rejectHelp'),
    async send(decision, why) {
      const body = why && { reason: why };
      await http.json(`${path}${uuid}/${decision}/`, { method: 'POST', body });
      return [done(decision), { name, amount }];
    },
  });
  if (status !== 'pending' || !hasPermission(pair)) return null;

  return (
    <div className="wallet-decide crud-row-buttons">
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
        title={title(asked ?? 'confirm')}
        confirm={translate(isNegative ? 'reviews.reject' : 'reviews.confirmPayment')}
      >
        <div className="review-dialog">
          <p>{text}</p>
          {isNegative ? (
            <TextField
              label={translate('wallets.reason')}
              {...reason.field}
              slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
            />
          ) : (
            note
          )}
        </div>
      </ConfirmDialog>
    </div>
  );
}
