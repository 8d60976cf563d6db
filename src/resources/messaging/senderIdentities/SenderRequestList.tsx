import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { SenderRequest } from '#schema/senderIdentity.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { EmptyValue } from '../../../crud/fields.tsx';
import { Age } from '../../../crud/review/Age.tsx';
import { nothingWaits } from '../../../crud/review/NothingWaits.tsx';
import { QueueNote } from '../../../crud/review/QueueNote.tsx';
import { asRequest, senderQueue } from './queue.ts';

const senderRequest = entityOf('admin/sender-identities');

/** The sender IDs that accounts have requested: pending ones first, the oldest first. */
export function SenderRequestList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={senderRequest}
      defaultFilter={{ status: 'pending' }}
      nothingWaits={nothingWaits}
      sort={{ field: 'created_at', order: 'ASC' }}
      filters={['status', 'account', 'created_at']}
      above={<QueueNote queue={senderQueue} />}
      columns={[
        { name: 'name', render: (record) => <Name request={asRequest(record)} /> },
        'account_name',
        'purpose',
        'status',
        'created_at',
        {
          name: 'waits',
          label: translate('reviews.waits'),
          sort: false,
          priority: 2,
          render: ({ status, created_at: since }) =>
            status === 'pending' ? <Age since={since} /> : <EmptyValue />,
        },
      ]}
      link={false}
      refetchEvery={() => 15_000}
      empty={{ title: translate('reviews.noSenders'), text: translate('reviews.noSendersText') }}
    />
  );
}

/** The name, and whether it can be mistaken for another. */
function Name({ request: { uuid, name, status, similar, imitates } }: { request: SenderRequest }) {
  const translate = useTranslate();
  const isLike = Boolean(imitates) || similar?.some((other) => other.status !== 'pending');
  return (
    <>
      <Link className="crud-title" to={senderQueue.to(uuid)}>
        {shown(name)}
      </Link>
      {status === 'pending' && isLike && (
        <span className="review-flag">
          <WarningAmberRounded aria-hidden="true" style={{ fontSize: 16 }} />
          {translate('reviews.readsLike')}
        </span>
      )}
    </>
  );
}
