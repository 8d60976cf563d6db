import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { DeleteButton } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { Use } from './Use.tsx';

const viberIdentity = entityOf('admin/viber-identities');

export function ViberList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={viberIdentity}
      above={<Use />}
      columns={['name', 'account_name', 'status', 'reason', 'created_at']}
      rowActions={(record) => <DeleteButton entity={viberIdentity} record={record} compact />}
      empty={{ title: translate('viber.empty'), text: translate('viber.emptyText') }}
    />
  );
}
