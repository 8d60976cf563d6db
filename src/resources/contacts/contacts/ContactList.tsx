import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { canWrite } from '../../../crud/access.ts';
import { DeleteButton } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { FamilyTabs } from '../../../crud/FamilyTabs.tsx';
import { Button } from '../../../layout/Button.tsx';
import { ImportButton } from '../imports/ImportButton.tsx';

const contact = entityOf('contact');
const contactImport = entityOf('contact/imports');

export function ContactList() {
  const translate = useTranslate();
  const labels = useLabels(contact);
  const imports = canWrite(contactImport, 'create');
  const addButton = canWrite(contact, 'create') && (
    <Button variant="outlined" to="/contact/create">
      {translate('crud.list.add', { name: labels.inline(1) })}
    </Button>
  );
  return (
    <EntityList
      entity={contact}
      tabs={<FamilyTabs root={contact.name} label={translate('contacts.tabs.label')} />}
      columns={['name', 'phone', 'operator', 'groups', 'is_active', { name: 'created_at', hidden: true }]}
      actions={<ImportButton entity={contactImport} variant="outlined" />}
      rowActions={(record) => <DeleteButton entity={contact} record={record} compact />}
      exportPath={`${contact.path}export/`}
      empty={{
        title: translate('contacts.empty'),
        text: translate(imports ? 'contacts.emptyText' : 'contacts.emptyTextAlone'),
        action: imports ? (
          <>
            <ImportButton entity={contactImport} />
            {addButton}
          </>
        ) : undefined,
      }}
    />
  );
}
