import Button from '@mui/material/Button';
import { useGetList, useRefresh, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Account } from '#schema/account.ts';
import { canAccess } from '../../../core/access.ts';
import { now } from '../../../core/clock.ts';
import { Checklist, type ChecklistItem } from '../../../crud/Checklist.tsx';
import { AdjustWallet, canAdjust } from '../../billing/payments/AdjustWallet.tsx';
import { useOverview } from './useOverview.ts';

/** Days after which an account counts as established; its empty wallet is then the customer's own business. */
const NEW_DAYS = 14;

const isNew = ({ created_at }: Account): boolean =>
  now() - new Date(created_at).getTime() < NEW_DAYS * 86_400_000;

const PRICES = 'admin/product-pricing';

/**
 * What a customer's account needs after it was added: somebody who can sign in, money, and perhaps prices of its own. Shows
 * only the steps that the signed-in user may do; nothing once the account has users and money.
 */
export function NextSteps({ account }: { account: Account }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { uuid, users, balance, credit_limit, is_provider, is_active } = account;
  const { data: overview } = useOverview(uuid, balance);
  // A post-paid account sends up to its credit limit; other APIs may have no limits.
  const hasMoney = balance + (credit_limit ?? 0) > 0 || (overview?.parts ?? 0) > 0;
  const isWanted = !is_provider && is_active !== false && (users === 0 || (isNew(account) && !hasMoney));
  const canPrice = canAccess(PRICES, 'create');
  const { total: prices } = useGetList(
    PRICES,
    { pagination: { page: 1, perPage: 1 }, filter: { account: uuid } },
    { enabled: isWanted && canPrice },
  );
  if (!isWanted) return null;

  const step = (key: string, isDone: boolean, action: ChecklistItem['action']): ChecklistItem => ({
    key,
    title: translate(`accounts.next.${key}`),
    text: translate(`accounts.next.${key}Text`),
    state: isDone ? 'done' : 'open',
    action,
  });
  const link = (to: string, label: string) => (
    <Button component={Link} to={`${to}?account=${uuid}`} variant="outlined">
      {translate(label)}
    </Button>
  );
  const items = [
    ...(canAccess('users', 'create')
      ? [step('user', users > 0, link('/users/create', 'accounts.next.userDo'))]
      : []),
    ...(canAdjust() ? [step('balance', hasMoney, <AdjustWallet target={account} onDone={refresh} />)] : []),
    ...(canPrice
      ? [step('price', (prices ?? 0) > 0, link(`/${PRICES}/create`, 'accounts.next.priceDo'))]
      : []),
  ];
  if (items.length === 0) return null;
  return (
    <section className="crud-card account-next" aria-labelledby="account-next">
      <h2 id="account-next">{translate('accounts.next.title')}</h2>
      <Checklist items={items} />
    </section>
  );
}
