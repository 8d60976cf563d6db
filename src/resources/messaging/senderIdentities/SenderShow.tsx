import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { SenderIdentity } from '#schema/senderIdentity.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown, useLabels } from '../../../core/labels.ts';
import { DocumentView } from '../../../crud/DocumentView.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { useRedirectAfterSaving } from '../../../crud/useRedirectAfterSaving.ts';
import { serverText } from '../../../i18n/serverText.ts';
import { OperatorApprovals } from './OperatorApprovals.tsx';
import { Withdraw } from './Withdraw.tsx';
import '../../../crud/review/reviews.css';

const senderIdentity = entityOf('sms/sender-identities');

/** While it waits, it may be decided. */
const PENDING_EVERY = 5000;

/** One sender ID of the own account, with its document. */
export function SenderShow() {
  const labels = useLabels(senderIdentity);
  const redirect = useRedirectAfterSaving();
  const translate = useTranslate();
  return (
    <EntityShow
      entity={senderIdentity}
      beside={({ status }) => <StatusChip status={status} label={labels.choice('status', status)} />}
      before={({ status, reason }) =>
        (status === 'suspended' || status === 'rejected') && (
          <Alert severity="error" variant="outlined" sx={{ mb: 2 }}>
            {translate(`profile.sender.${status}`)}
            {status === 'rejected' && <NextRequest reason={reason} />}
          </Alert>
        )
      }
      remove={(record) => <Withdraw record={record} onDone={() => redirect('list', senderIdentity.name)} />}
      canEdit={({ status }) => status === 'pending'}
      fields={({ status, reason }) => [
        ...['name', 'purpose', ...(reason && status !== 'rejected' ? ['reason'] : [])],
        ...['created_at', 'updated_at'],
      ]}
      render={{ reason: ({ reason }) => serverText(shown(reason)) }}
      after={(record) => {
        const { document, approvals } = record as unknown as SenderIdentity;
        return (
          <div className="sender-more">
            <OperatorApprovals approvals={approvals} />
            {document && (
              <section className="crud-card review-document">
                <DocumentView uuid={document} title={labels.field('document')} />
              </section>
            )}
          </div>
        );
      }}
      refetchEvery={(record) => (record?.status === 'pending' ? PENDING_EVERY : false)}
    />
  );
}

/** Why a request was rejected, and the way to the next one. */
function NextRequest({ reason }: { reason: unknown }) {
  const translate = useTranslate();
  return (
    <>
      {typeof reason === 'string' && reason !== '' && (
        <p>{translate('profile.sender.reason', { reason: serverText(reason) })}</p>
      )}
      {canAccess(senderIdentity.name, 'create') && (
        <>
          <p>{translate('profile.sender.rejectedNext')}</p>
          <Button color="inherit" variant="outlined" component={Link} to={`/${senderIdentity.name}/create`}>
            {translate('profile.sender.ask')}
          </Button>
        </>
      )}
    </>
  );
}
