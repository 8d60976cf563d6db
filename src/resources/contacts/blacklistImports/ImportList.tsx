import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { FamilyTabs } from '../../../crud/FamilyTabs.tsx';
import { ImportsList } from '../imports/ImportsList.tsx';

const blacklistImport = entityOf('settings/blacklist/imports');

export function ImportList() {
  const translate = useTranslate();
  return (
    <ImportsList
      entity={blacklistImport}
      target="blacklist"
      title={translate('imports.blacklist.list')}
      tabs={<FamilyTabs root="settings/blacklist" label={translate('blacklist.tabs')} />}
    />
  );
}
