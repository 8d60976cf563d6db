import { useTranslate } from 'ra-core';
import type { CreditLimitChange } from '#schema/creditLimitChange.ts';
import { entityOf } from '../../../core/entities.ts';
import { rupees } from '../../../core/format.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { When } from '../../../crud/When.tsx';
import { Decide } from './Decide.tsx';
import { Decided, WaitingAccount } from './DecidedCells.tsx';
import { OwnRequests } from './OwnRequests.tsx';
import { secondPersonQueue } from './secondPersonQueue.ts';
import './wallets.css';

const entity = entityOf('admin/credit-limits');

const asChange = (record: Row) => record as unknown as CreditLimitChange;

/** Credit limits that staff have raised: those that wait for a second person first, oldest first. */
export function CreditLimitList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={entity}
      {...secondPersonQueue}
      above={<OwnRequests pair={['account-list', 'post']} />}
      columns={[
        { name: 'created_at', render: (record) => <Requested change={asChange(record)} /> },
        { name: 'account_name', render: (record) => <WaitingAccount waiting={asChange(record)} /> },
        { name: 'former', phone: false, render: (record) => rupees(asChange(record).former) },
        { name: 'credit_limit', phone: 'figure', render: (record) => rupees(asChange(record).credit_limit) },
        { name: 'status', render: (record) => <Decided entity={entity} waiting={asChange(record)} /> },
      ]}
      rowActions={(record) => <DecideLimit change={asChange(record)} />}
      empty={{ title: translate('creditLimits.empty'), text: translate('creditLimits.emptyText') }}
    />
  );
}

/** When it was requested and by whom, in one column: on tablets there is no room for two beside both limits. */
function Requested({ change: { created_at: at, asked_by_name: name } }: { change: CreditLimitChange }) {
  const translate = useTranslate();
  return (
    <>
      <When iso={at} />
      <div className="wallet-decided">{translate('reviews.by', { name })}</div>
    </>
  );
}

function DecideLimit({ change }: { change: CreditLimitChange }) {
  const translate = useTranslate();
  const { account_name: name, asked_by_name: by } = change;
  const [former, amount] = [rupees(change.former), rupees(change.credit_limit)];
  return (
    <Decide
      waiting={change}
      path={entity.path}
      pair={['account-list', 'post']}
      amount={amount}
      title={(decision) => translate(`creditLimits.decideTitle.${decision}`, { name })}
      text={translate('creditLimits.decideText', { name, amount, by, former })}
      done={(decision) => `creditLimits.decided.${decision}`}
    />
  );
}
