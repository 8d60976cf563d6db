import { useTranslate } from 'ra-core';
import { Link, useSearchParams } from 'react-router-dom';
import type { Account } from '#schema/account.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { money } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { TabStrip } from '../../../crud/TabStrip.tsx';
import { AccountActions } from './AccountActions.tsx';
import { Daily } from './Daily.tsx';
import { NextSteps } from './NextSteps.tsx';
import { Figures, Prices } from './Overview.tsx';
import { Related } from './Related.tsx';
import { Tags } from './Tags.tsx';
import { visibleTabs } from './tabs.ts';
import './accounts.css';

const account = entityOf('admin/accounts');

const asAccount = (record: Row) => record as unknown as Account;

const always = ['type', 'pan', 'address', 'kyc_status', 'users', 'created_at'];
/** Another server may not have these, and the provider's own account has no limits. */
const ours = [
  'billing',
  'credit_limit',
  'credit_limit_waits',
  'daily_cap',
  'rate_cap',
  'low_balance_below',
  'message_months',
  'tags',
  'notes',
] as const;
const forCustomers = new Set<string>(ours.slice(0, 7));

const fieldsOf = (record: Row): string[] => [
  ...always,
  ...ours.filter(
    (name) =>
      record[name] !== undefined &&
      !(record.is_provider && forCustomers.has(name)) &&
      !(name === 'credit_limit' && record.billing === 'prepaid') &&
      !(name === 'credit_limit_waits' && record[name] === null),
  ),
];

/** An account with its records in tabs; the tab is in the URL. */
export function AccountShow() {
  const labels = useLabels(account);
  const [params] = useSearchParams();
  const tabs = visibleTabs();
  const tab = tabs.find(({ name }) => name === params.get('tab')) ?? tabs[0];
  const isOverview = tab?.name === 'overview';
  return (
    <EntityShow
      entity={account}
      beside={(record) => <Beside account={asAccount(record)} />}
      actions={(record) => <AccountActions account={asAccount(record)} />}
      before={(record) => (
        <>
          <Tabs names={tabs.map(({ name }) => name)} current={tab?.name} />
          {isOverview && <NextSteps account={asAccount(record)} />}
          {isOverview && <Figures account={asAccount(record)} />}
          {tab?.name === 'daily' && <Daily account={asAccount(record).uuid} />}
          {tab?.entity && <Related tab={tab} entity={tab.entity} account={asAccount(record).uuid} />}
        </>
      )}
      fields={(record) => (isOverview ? fieldsOf(record) : [])}
      render={{
        kyc_status: ({ kyc_status: status }) => (
          <StatusChip status={status} label={labels.choice('kyc_status', status)} />
        ),
        credit_limit_waits: (record) => <CreditWaits account={asAccount(record)} />,
        tags: (record) => <Tags tags={asAccount(record).tags} />,
      }}
      after={(record) => isOverview && <Prices account={asAccount(record).uuid} />}
    />
  );
}

/** A credit limit that needs a second person, with the way to it. */
function CreditWaits({ account: { uuid, credit_limit_waits: limit } }: { account: Account }) {
  const translate = useTranslate();
  const params = new URLSearchParams({ filter: JSON.stringify({ account: uuid, status: 'pending' }) });
  return (
    <>
      {translate('creditLimits.waits', { amount: money(limit) })}{' '}
      {canAccess('admin/credit-limits') && (
        <Link to={`/admin/credit-limits?${params}`}>{translate('creditLimits.see')}</Link>
      )}
    </>
  );
}

function Beside({ account: { is_active, is_provider } }: { account: Account }) {
  const translate = useTranslate();
  const labels = useLabels(account);
  if (is_provider) return <StatusChip status="approved" label={translate('accounts.provider')} />;
  if (is_active === undefined || is_active === null) return null;
  const status = is_active ? 'active' : 'inactive';
  return <StatusChip status={status} label={labels.choice('is_active', status)} />;
}

function Tabs({ names, current }: { names: readonly string[]; current: string | undefined }) {
  const translate = useTranslate();
  return (
    <TabStrip label={translate('accounts.tab.label')}>
      {names.map((name) => (
        <Link
          key={name}
          to={name === 'overview' ? '?' : `?tab=${name}`}
          aria-current={name === current ? 'page' : undefined}
        >
          {translate(`accounts.tab.${name}`)}
        </Link>
      ))}
    </TabStrip>
  );
}
