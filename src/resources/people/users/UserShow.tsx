import HistoryRounded from '@mui/icons-material/HistoryRounded';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useRefresh, useTranslate } from 'ra-core';
import { useId } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { roles } from '#schema/permissions.ts';
import type { User } from '#schema/users.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { offers } from '../../../core/offers.ts';
import { canWrite } from '../../../crud/access.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { PendingAddress } from '../../../crud/PendingAddress.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';
import { Access } from './Access.tsx';
import { PairsTable } from './PairsTable.tsx';
import { SignInAs } from './SignInAs.tsx';
import { UserStatus } from './UserStatus.tsx';
import './users.css';

const entity = entityOf('users');

const asUser = (record: Row) => record as unknown as User;

/** One user: their data, sign-in, permissions, and activity. */
export function UserShow() {
  return (
    <EntityShow
      entity={entity}
      fields={[
        ...[
          'email',
          'phone',
          'account_name',
          'role',
          'last_login_at',
          'sessions',
          'created_at',
          'updated_at',
        ],
      ]}
      beside={(record) => <UserStatus entity={entity} user={asUser(record)} />}
      actions={(record) => (
        <>
          <Done user={asUser(record)} />
          <SignInAs user={asUser(record)} />
        </>
      )}
      render={{
        account_name: ({ account, account_name: name }) => <AccountLink uuid={account} name={name} />,
      }}
      before={(record) => (
        <>
          <Ended user={asUser(record)} />
          <NewAddress user={asUser(record)} />
        </>
      )}
      after={(record) => (
        <>
          <Access user={asUser(record)} />
          <Permissions user={asUser(record)} />
        </>
      )}
    />
  );
}

/** Links to this user's actions in the audit log. */
function Done({ user }: { user: User }) {
  const translate = useTranslate();
  if (!canAccess('admin/audit-log')) return null;
  const filter = encodeURIComponent(JSON.stringify({ actor: user.uuid }));
  return (
    <Button
      variant="outlined"
      component={Link}
      startIcon={<HistoryRounded />}
      to={`/admin/audit-log?filter=${filter}`}
    >
      {translate('users.did')}
    </Button>
  );
}

/** A change of address that waits for confirmation. */
function NewAddress({ user }: { user: User }) {
  const refresh = useRefresh();
  if (!user.new_email) return null;
  const path = `${entity.path}${user.uuid}/`;
  const paths = { resend: `${path}resend-address/`, cancel: `${path}cancel-address/` };
  return (
    <PendingAddress
      email={user.new_email}
      paths={canWrite(entity, 'update') && offers('address-change') ? paths : null}
      onDone={refresh}
    />
  );
}

/** Why staff are back here: the session as this customer ended by itself. */
function Ended({ user }: { user: User }) {
  const translate = useTranslate();
  const [params] = useSearchParams();
  if (!params.has('ended')) return null;
  return (
    <Alert severity="info" variant="outlined" sx={{ mb: 2 }}>
      {translate('users.acting.ended', { name: user.name })}
    </Alert>
  );
}

/** What a user may do, as far as the server says it: by their own pairs, or by a role of the contract. */
function Permissions({ user }: { user: User }) {
  const translate = useTranslate();
  const id = useId();
  if (!user.ui_permissions && !(user.role in roles)) return null;
  return (
    <section className="crud-card users-permissions" aria-labelledby={id}>
      <h2 id={id}>{translate('users.pairs.title')}</h2>
      <p>
        {user.ui_permissions
          ? translate('users.pairs.own')
          : translate('users.pairs.asRole', { role: translate(`users.role.${user.role}`) })}
      </p>
      <PairsTable role={user.role} chosen={user.ui_permissions} />
    </section>
  );
}
