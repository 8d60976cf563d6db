import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { DeleteIdentity } from './DeleteIdentity.tsx';
import { Use } from './Use.tsx';
import './viberList.css';

const viberIdentity = entityOf('admin/viber-identities');

export function ViberList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={viberIdentity}
      above={<Use />}
      columns={[
        {
          name: 'name',
          render: ({ name }) =>
            typeof name === 'string' ? <span className="viber-name">{name}</span> : null,
        },
        ...['account_name', 'status', 'reason', 'created_at'],
      ]}
      rowActions={(record) => <DeleteIdentity record={record} compact />}
      empty={{ title: translate('viber.empty'), text: translate('viber.emptyText') }}
    />
  );
}
