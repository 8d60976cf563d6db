import { useTranslate } from 'ra-core';
import type { User } from '#schema/users.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { UserStatus } from './UserStatus.tsx';

const user = entityOf('users');

const asUser = (record: Row) => record as unknown as User;

/** Everyone who can sign in, customers and staff. */
export function UserList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={user}
      columns={[
        ...['name', 'email', 'phone', 'account_name'],
        { name: 'role', phone: 'figure' },
        { name: 'is_active', render: (record) => <UserStatus entity={user} user={asUser(record)} /> },
        'last_login_at',
        { name: 'created_at', hidden: true },
      ]}
      filters={['role', 'account', 'is_active']}
      empty={{ title: translate('users.empty'), text: translate('users.emptyText') }}
    />
  );
}
