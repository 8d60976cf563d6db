import { useTranslate } from 'ra-core';
import { mayDo } from '../../access.ts';
import { EntityList } from '../../crud/EntityList.tsx';
import { entityOf } from '../../entities.ts';

const message = entityOf('sms/dispatch');

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
        ...(mayDo('admin/accounts') ? ['account'] : []),
        {
          name: 'error',
          render: ({ error }) =>
            typeof error === 'string' ? (
              <span title={error}>{translate(`message.reason.${error}`, { _: error })}</span>
            ) : undefined,
        },
        { name: 'submitted_at', hidden: true },
        { name: 'finished_at', hidden: true },
        'created_at',
      ]}
      exportPath={`${message.path}export/`}
      refetchEvery={(records) => (records.some(({ status }) => MOVING.has(String(status))) ? EVERY : false)}
      empty={{ title: translate('message.empty'), text: translate('message.emptyText') }}
    />
  );
}
