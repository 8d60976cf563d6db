import { useTranslate } from 'ra-core';
import { contactImport } from '#schema/contactImport.ts';
import { FamilyTabs } from '../../crud/FamilyTabs.tsx';
import { ImportsList } from '../../imports/ImportsList.tsx';

export function ImportList() {
  const translate = useTranslate();
  return (
    <ImportsList
      entity={contactImport}
      target="contacts"
      tabs={<FamilyTabs root="contact" label={translate('contacts.tabs.label')} />}
    />
  );
}
