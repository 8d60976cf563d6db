import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Account } from '#schema/account.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { Tags } from './Tags.tsx';

const account = entityOf('admin/accounts');

/** All accounts; the search also finds them by their users. */
export function AccountList() {
  const translate = useTranslate();
  const labels = useLabels(account);
  return (
    <EntityList
      entity={account}
      searchLabel={translate('accounts.searchIn')}
      filters={['type', 'kyc_status', 'is_active', 'billing', 'tags', 'created_at']}
      columns={[
        'name',
        'type',
        'pan',
        {
          name: 'kyc_status',
          render: ({ kyc_status: status }) => (
            <StatusChip status={status} label={labels.choice('kyc_status', status)} />
          ),
        },
        'balance',
        'users',
        'is_active',
        { name: 'tags', phone: false, render: ({ tags }) => <Tags tags={tags as Account['tags']} /> },
        { name: 'created_at', hidden: true },
      ]}
      actions={
        canAccess('admin/credit-limits') && (
          <Button component={Link} to="/admin/credit-limits">
            {translate('creditLimits.title')}
          </Button>
        )
      }
      empty={{ title: translate('accounts.empty'), text: translate('accounts.emptyText') }}
    />
  );
}
