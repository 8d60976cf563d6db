import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { canWrite } from '../../../crud/access.ts';
import { DeleteButton } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { FamilyTabs } from '../../../crud/FamilyTabs.tsx';
import { ImportButton } from '../imports/ImportButton.tsx';
import { reasonText } from './EntryText.tsx';

const blacklistImport = entityOf('settings/blacklist/imports');
const blacklistNumber = entityOf('settings/blacklist');

export function BlacklistList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={blacklistNumber}
      tabs={<FamilyTabs root={blacklistNumber.name} label={translate('blacklist.tabs')} />}
      columns={[
        'phone',
        {
          name: 'reason',
          render: ({ reason }) =>
            typeof reason === 'string' && reason !== '' ? reasonText(translate, reason) : undefined,
        },
        'source',
        'created_at',
      ]}
      actions={<ImportButton entity={blacklistImport} variant="outlined" />}
      rowActions={(record) => <DeleteButton entity={blacklistNumber} record={record} compact />}
      exportPath={`${blacklistNumber.path}export/`}
      empty={{
        title: translate('blacklist.empty'),
        text: translate('blacklist.emptyText'),
        action: canWrite(blacklistImport, 'create') ? <ImportButton entity={blacklistImport} /> : undefined,
      }}
    />
  );
}
