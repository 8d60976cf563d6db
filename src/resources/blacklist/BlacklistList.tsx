import { useTranslate } from 'ra-core';
import { blacklistNumber } from '#schema/blacklistNumber.ts';
import { DeleteButton } from '../../crud/DeleteButton.tsx';
import { EntityList } from '../../crud/EntityList.tsx';

export function BlacklistList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={blacklistNumber}
      rowActions={(record) => <DeleteButton entity={blacklistNumber} record={record} compact />}
      empty={{ title: translate('blacklist.empty'), text: translate('blacklist.emptyText') }}
    />
  );
}
