import { useRedirect } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { DocumentView } from '../../../crud/DocumentView.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { serverText } from '../../../i18n/serverText.ts';
import { Withdraw } from './Withdraw.tsx';
import '../../../crud/review/reviews.css';

const senderIdentity = entityOf('sms/sender-identities');

/** While it waits, it may be decided. */
const PENDING_EVERY = 5000;

/** One sender name of the own account with its document. */
export function SenderShow() {
  const labels = useLabels(senderIdentity);
  const redirect = useRedirect();
  return (
    <EntityShow
      entity={senderIdentity}
      beside={({ status }) => (
        <StatusChip status={String(status)} label={labels.choice('status', String(status))} />
      )}
      actions={(record) => <Withdraw record={record} onDone={() => redirect('list', senderIdentity.name)} />}
      mayEdit={({ status }) => status === 'pending'}
      fields={({ reason }) => ['name', 'purpose', ...(reason ? ['reason'] : []), 'created_at', 'updated_at']}
      render={{ reason: ({ reason }) => serverText(String(reason)) }}
      after={({ document }) =>
        typeof document === 'string' && (
          <section className="crud-card review-document">
            <DocumentView uuid={document} title={labels.field('document')} />
          </section>
        )
      }
      refetchEvery={(record) => (record?.status === 'pending' ? PENDING_EVERY : false)}
    />
  );
}
