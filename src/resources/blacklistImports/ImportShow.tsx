import { blacklistImport } from '#schema/blacklistImport.ts';
import { ImportPage } from '../../imports/ImportPage.tsx';

export const ImportShow = () => (
  <ImportPage
    entity={blacklistImport}
    target="blacklist"
    also="reason"
    fields={['mapping', 'reason', 'created_at', 'finished_at']}
    to="/settings/blacklist"
  />
);
