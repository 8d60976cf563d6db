import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { senderReasons } from '#schema/reviewReasons.ts';
import type { SenderDecision, SenderRequest } from '#schema/senderIdentity.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { shown, useLabels } from '../../../core/labels.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { DocumentView } from '../../../crud/DocumentView.tsx';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';
import { DecisionBar } from '../../../crud/review/DecisionBar.tsx';
import { DecisionFailure } from '../../../crud/review/DecisionFailure.tsx';
import { QueueBar } from '../../../crud/review/QueueBar.tsx';
import { ReadVersion } from '../../../crud/review/ReadVersion.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { EditApprovals } from './EditApprovals.tsx';
import { OperatorApprovals } from './OperatorApprovals.tsx';
import { asRequest, senderQueue } from './queue.ts';
import { SuspendSender } from './SuspendSender.tsx';

const senderRequest = entityOf('admin/sender-identities');

/** While it waits, somebody else may decide. */
const PENDING_EVERY = 5000;

const requestFields = ['name', 'account_name', 'purpose', 'created_at'];
const decisionFields = ['decided_at', 'decided_by', 'reason'];
const suspensionFields = ['suspended_at'];

/** One request for a sender ID, with its document and the decision. */
export function SenderRequestShow() {
  const labels = useLabels(senderRequest);
  return (
    <div className="review review-pair">
      <EntityShow
        entity={senderRequest}
        beside={({ status }) => <StatusChip status={status} label={labels.choice('status', status)} />}
        before={(record) => (
          <>
            <QueueBar queue={senderQueue} record={record} />
            <Likenesses request={asRequest(record)} />
          </>
        )}
        actions={(record) => <SuspendSender request={asRequest(record)} />}
        fields={({ status, suspended_at: at }) =>
          status === 'pending'
            ? requestFields
            : [...requestFields, ...decisionFields, ...(at ? suspensionFields : [])]
        }
        render={{
          account_name: ({ account, account_name: name }) => <AccountLink uuid={account} name={name} />,
        }}
        after={(record) => <Below key={record.id} record={record} />}
        around={(page) => <ReadVersion>{page}</ReadVersion>}
        refetchEvery={(record) => (record?.status === 'pending' ? PENDING_EVERY : false)}
      />
    </div>
  );
}

/** Whose name this one could be taken for. */
function Likenesses({ request: { imitates, similar } }: { request: SenderRequest }) {
  const translate = useTranslate();
  const labels = useLabels(senderRequest);
  if (!imitates && similar.length === 0) return null;
  const isHeld = similar.some(({ status }) => status !== 'pending');
  return (
    <div className="review-warnings">
      {imitates && (
        <Alert severity="warning" variant="outlined">
          <AlertTitle>{translate('reviews.imitates', { name: imitates })}</AlertTitle>
          {translate('reviews.imitatesText')}
        </Alert>
      )}
      {similar.length > 0 && (
        <Alert severity={isHeld ? 'error' : 'warning'} variant="outlined">
          <AlertTitle>{translate(isHeld ? 'reviews.nameHeld' : 'reviews.nameWanted')}</AlertTitle>
          <ul>
            {similar.map(({ uuid, name, account_name: account, status }) => (
              <li key={uuid ?? name}>
                {uuid ? <Link to={senderQueue.to(uuid)}>{shown(name)}</Link> : shown(name)} – {shown(account)}{' '}
                ({labels.choice('status', status)})
              </li>
            ))}
          </ul>
        </Alert>
      )}
    </div>
  );
}

function Below({ record }: { record: Row }) {
  const translate = useTranslate();
  const labels = useLabels(senderRequest);
  const request = asRequest(record);
  const { uuid, name, account_name: account, document, updated_at } = request;
  const decide = (body: SenderDecision) =>
    http.json(`${senderRequest.path}${uuid}/`, { method: 'PUT', body: { ...body, updated_at } });
  return (
    <>
      <section className="crud-card review-document">
        {document ? (
          <DocumentView uuid={document} title={labels.field('document')} />
        ) : (
          <p>{translate('reviews.noDocument')}</p>
        )}
      </section>
      <OperatorApprovals approvals={request.approvals} action={<EditApprovals request={request} />} />
      <DecisionBar
        queue={senderQueue}
        record={record}
        yes={translate('reviews.approve')}
        approval={(decision) => (
          <ConfirmDialog
            open={decision.asking === 'approve'}
            busy={decision.isBusy}
            title={translate('reviews.approveSender', { name })}
            confirm={translate('reviews.approve')}
            onConfirm={() =>
              void decision.send(
                () => decide({ status: 'approved' }),
                translate('reviews.approved', { name }),
              )
            }
            onClose={decision.close}
          >
            <div className="review-dialog">
              <p>{translate('reviews.approveSenderText', { name, account })}</p>
              <Likenesses request={request} />
              {decision.failure && (
                <DecisionFailure failure={decision.failure} isUncertain={decision.isUncertain} />
              )}
            </div>
          </ConfirmDialog>
        )}
        no={{
          title: translate('reviews.rejectTitle', { name }),
          reasons: senderReasons,
          done: translate('reviews.rejected', { name }),
        }}
        reject={(reason) => decide({ status: 'rejected', reason })}
      />
    </>
  );
}
