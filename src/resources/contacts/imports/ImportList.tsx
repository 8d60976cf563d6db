import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { FamilyTabs } from '../../../crud/FamilyTabs.tsx';
import { ImportsList } from './ImportsList.tsx';

const contactImport = entityOf('contact/imports');

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
