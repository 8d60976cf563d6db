import { entityOf } from '../../../core/entities.ts';
import { ImportPage } from './ImportPage.tsx';

const contactImport = entityOf('contact/imports');

export const ImportShow = () => (
  <ImportPage
    entity={contactImport}
    target="contacts"
    also="name"
    fields={['mapping', 'groups', 'created_at', 'finished_at']}
    to="/contact"
  />
);
