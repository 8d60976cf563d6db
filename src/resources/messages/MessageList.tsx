import { useTranslate } from 'ra-core';
import { message } from '#schema/message.ts';
import { EntityList } from '../../crud/EntityList.tsx';

const MOVING = new Set(['queued', 'submitting']);
const EVERY = 3000;

export function MessageList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={message}
      columns={[
        'phone',
        'status',
        'operator',
        'parts',
        'campaign',
        'error',
        { name: 'submitted_at', hidden: true },
        { name: 'finished_at', hidden: true },
        'created_at',
      ]}
      refetchEvery={(records) => (records.some(({ status }) => MOVING.has(String(status))) ? EVERY : false)}
      empty={{ title: translate('message.empty'), text: translate('message.emptyText') }}
    />
  );
}
