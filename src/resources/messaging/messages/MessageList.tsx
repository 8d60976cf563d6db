import { useTranslate } from 'ra-core';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { offers } from '../../../core/offers.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { Breakable } from '../../../crud/fields.tsx';
import { SendAction } from '../../../crud/SendAction.tsx';
import { useStatusCell } from '../../../crud/TestChip.tsx';
import { useMessageReason } from '../../../crud/useMessageReason.ts';

const message = entityOf('sms/dispatch');

const MOVING = new Set(['queued', 'submitting']);
const EVERY = 3000;

export function MessageList() {
  const translate = useTranslate();
  const statusCell = useStatusCell(message);
  const reasonOf = useMessageReason();
  return (
    <EntityList
      entity={message}
      columns={[
        'phone',
        { name: 'status', render: statusCell },
        'operator',
        'parts',
        'campaign',
        ...(canAccess('admin/accounts') ? ['account'] : []),
        {
          name: 'error',
          width: 8,
          // An operator's code is long: ESME_RDELIVERYFAILURE.
          render: ({ error }) =>
            typeof error === 'string' ? <Breakable text={reasonOf(error)} at={/(?<=_)/} /> : undefined,
        },
        ...(offers('viber') ? [{ name: 'channel', hidden: true }] : []),
        { name: 'submitted_at', hidden: true },
        { name: 'finished_at', hidden: true },
        'created_at',
      ]}
      exportPath={`${message.path}export/`}
      refetchEvery={(records) => (records.some(({ status }) => MOVING.has(String(status))) ? EVERY : false)}
      empty={{
        title: translate('message.empty'),
        text: translate('message.emptyText'),
        action: <SendAction />,
      }}
    />
  );
}
