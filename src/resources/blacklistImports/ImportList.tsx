import { useTranslate } from 'ra-core';
import { blacklistImport } from '#schema/blacklistImport.ts';
import { FamilyTabs } from '../../crud/FamilyTabs.tsx';
import { ImportsList } from '../../imports/ImportsList.tsx';

export function ImportList() {
  const translate = useTranslate();
  return (
    <ImportsList
      entity={blacklistImport}
      target="blacklist"
      tabs={<FamilyTabs root="settings/blacklist" label={translate('blacklist.tabs')} />}
    />
  );
}
