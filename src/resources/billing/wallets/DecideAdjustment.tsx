import { useTranslate } from 'ra-core';
import type { WalletAdjustment } from '#schema/walletAdjustment.ts';
import { entityOf } from '../../../core/entities.ts';
import { rupees } from '../../../core/format.ts';
import { Decide } from './Decide.tsx';

const { path } = entityOf('admin/wallet-adjustments');

/** Confirms or rejects a waiting adjustment. */
export function DecideAdjustment({ adjustment }: { adjustment: WalletAdjustment }) {
  const translate = useTranslate();
  const { amount: change, account_name: name, asked_by_name: by, reason } = adjustment;
  const amount = `${change < 0 ? '−' : '+'}${rupees(Math.abs(change))}`;
  return (
    <Decide
      waiting={adjustment}
      path={path}
      pair={['wallet-list', 'post']}
      amount={amount}
      title={(decision) => translate(`wallets.decideTitle.${decision}`, { name })}
      text={translate('wallets.decideText', { name, amount, by, reason })}
      done={(decision) => `wallets.decided.${decision}`}
      note={<p>{translate('wallets.final')}</p>}
    />
  );
}
