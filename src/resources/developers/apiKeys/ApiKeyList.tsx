import { useTranslate } from 'ra-core';
import type { ApiKey } from '#schema/apiKey.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { ApiKeyState } from './ApiKeyState.tsx';
import { RevokeButton } from './RevokeButton.tsx';

const apiKey = entityOf('settings/api-keys');

export function ApiKeyList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={apiKey}
      columns={[
        'name',
        { name: 'prefix', render: ({ prefix }) => <code>{shown(prefix)}…</code> },
        {
          name: 'is_active',
          render: (record) => <ApiKeyState record={record as unknown as ApiKey} />,
        },
        'last_used_at',
        'expires_at',
        'created_at',
        { name: 'made_by', hidden: true },
      ]}
      rowActions={(record) => <RevokeButton record={record as unknown as ApiKey} compact />}
      empty={{ title: translate('apiKey.empty'), text: translate('apiKey.emptyText') }}
    />
  );
}
