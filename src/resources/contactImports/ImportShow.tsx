import { contactImport } from '#schema/contactImport.ts';
import { ImportPage } from '../../imports/ImportPage.tsx';

export const ImportShow = () => (
  <ImportPage
    entity={contactImport}
    target="contacts"
    also="name"
    fields={['mapping', 'groups', 'created_at', 'finished_at']}
    to="/contact"
  />
);
