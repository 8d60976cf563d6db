import { entityOf } from '../../../core/entities.ts';
import { ImportPage } from '../imports/ImportPage.tsx';

const blacklistImport = entityOf('settings/blacklist/imports');

export const ImportShow = () => (
  <ImportPage
    entity={blacklistImport}
    target="blacklist"
    also="reason"
    fields={['mapping', 'reason', 'created_at', 'finished_at']}
    to="/settings/blacklist"
  />
);
