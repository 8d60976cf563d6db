import type { AccountPackage } from '#schema/smsPackage.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';

const accountPackage = entityOf('admin/account-packages');

const asPackage = (record: Row) => record as unknown as AccountPackage;

/** The customers' packages, and what is left of each. */
export const PackageList = () => (
  <EntityList
    entity={accountPackage}
    filters={['account', 'expires_at', 'created_at']}
    columns={[
      'name',
      {
        name: 'account_name',
        render: (record) => (
          <AccountLink
            tab="packages"
            uuid={asPackage(record).account}
            name={asPackage(record).account_name}
          />
        ),
      },
      'parts',
      { name: 'remaining', phone: 'figure' },
      { name: 'expires_at', phone: 'date' },
      'created_at',
    ]}
  />
);
