import EditOutlined from '@mui/icons-material/EditOutlined';
import { useCreatePath, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { canWrite } from '../../../crud/access.ts';
import { DeleteButton, type Row } from '../../../crud/DeleteButton.tsx';
import { DownloadButton } from '../../../crud/DownloadButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { FamilyTabs } from '../../../crud/FamilyTabs.tsx';
import { RowAction } from '../../../crud/RowAction.tsx';

const contact = entityOf('contact');
const contactGroup = entityOf('contact/groups');

const contactsOf = (group: Row): string =>
  `/${contact.name}?${new URLSearchParams({ filter: JSON.stringify({ groups: group.id }) })}`;

export function GroupList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={contactGroup}
      tabs={<FamilyTabs root={contact.name} label={translate('contacts.tabs.label')} />}
      link={false}
      columns={[
        {
          name: 'name',
          render: (group) => (
            <Link className="crud-title" to={contactsOf(group)} title={translate('contacts.groups.open')}>
              {shown(group.name)}
            </Link>
          ),
        },
        'count',
        'created_at',
      ]}
      rowActions={(group) => <GroupActions group={group} />}
      empty={{ title: translate('contacts.groups.empty'), text: translate('contacts.groups.emptyText') }}
    />
  );
}

function GroupActions({ group }: { group: Row }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const name = shown(group.name);
  return (
    <>
      <DownloadButton
        compact
        path={`${contact.path}${group.id}/export/`}
        fileName={`${name}.csv`}
        label={`${translate('contacts.groups.export')}: ${name}`}
      />
      {canWrite(contactGroup, 'update') && (
        <RowAction
          icon={EditOutlined}
          label={translate('crud.show.edit')}
          of={name}
          to={createPath({ resource: contactGroup.name, type: 'edit', id: group.id })}
        />
      )}
      <DeleteButton entity={contactGroup} record={group} compact />
    </>
  );
}
