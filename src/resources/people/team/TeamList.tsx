import { useTranslate } from 'ra-core';
import type { Colleague } from '#schema/team.ts';
import { entityOf } from '../../../core/entities.ts';
import { offers } from '../../../core/offers.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { UserStatus } from '../users/UserStatus.tsx';
import { TeamApprovalNote } from './TeamApprovalNote.tsx';

const team = entityOf('team');

const asColleague = (record: Row) => record as unknown as Colleague;

/** The people of the user's own account. */
export function TeamList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={team}
      columns={[
        'name',
        'email',
        { name: 'role', phone: 'figure' },
        { name: 'is_active', render: (record) => <UserStatus entity={team} user={asColleague(record)} /> },
        'last_login_at',
        { name: 'created_at', hidden: true },
      ]}
      filters={['is_active']}
      above={offers('colleague-approval') && <TeamApprovalNote />}
      empty={{ title: translate('team.empty'), text: translate('team.emptyText') }}
    />
  );
}
