import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { dateTime, number } from '../../../core/format.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { CheckHead } from './CheckHead.tsx';
import type { CheckStepProps } from './CheckStep.tsx';
import { PhonePreview } from './PhonePreview.tsx';
import { SendBar } from './SendBar.tsx';
import { SendFailure } from './SendFailure.tsx';
import { UnknownCost } from './UnknownCost.tsx';
import { useLastStep } from './useLastStep.ts';
import { useRecipientSummary } from './useRecipientSummary.ts';

/**
 * The last step before sending if the server makes no plan: what is known, what is not, and the send button.
 */
export function UnplannedStep({ draft, checked, onOffer, onBack, onSent }: CheckStepProps) {
  const translate = useTranslate();
  const { request, offer } = checked;
  const { isSending, isUncertain, isCut, failure, isAsking, isPast, ask, askAgain, confirm, close } =
    useLastStep({ checked, onOffer, onSent });
  const { list } = useRecipientSummary(draft);

  const at = request.scheduled_at;
  const counted = list.map(([key, count]) => translate(key, { smart_count: count, count: number(count) }));
  // A server may not count its groups.
  const recipients = counted.length > 0 ? counted.join(' + ') : translate('compose.tabs.groups');
  const title = isUncertain ? 'unplanned.againTitle' : at ? 'unplanned.scheduleTitle' : 'unplanned.sendTitle';
  const button = isUncertain ? 'unplanned.again' : at ? 'compose.schedule' : 'compose.sendNow';

  return (
    <section className="compose-check">
      <CheckHead {...checked} />
      {failure ? (
        <SendFailure failure={failure} offer={offer} isCut={isCut} onRetry={askAgain} onCheck={onBack} />
      ) : (
        isUncertain && (
          <Alert severity="error" variant="outlined">
            {translate('unplanned.uncertain')}
          </Alert>
        )
      )}
      <UnknownCost />
      <div className="crud-card sms-section compose-unplanned">
        <dl>
          <dt>{translate('compose.name')}</dt>
          <dd>{request.name}</dd>
          <dt>{translate('compose.recipients')}</dt>
          <dd>{recipients}</dd>
        </dl>
        <PhonePreview sender={draft.senderName} body={request.body} />
      </div>
      {isPast && (
        <Alert severity="error" variant="outlined">
          {translate('compose.atPast')}
        </Alert>
      )}
      <SendBar
        label={translate(button)}
        isScheduled={at != null}
        isSending={isSending}
        isAsking={isAsking}
        onBack={onBack}
        onSend={ask}
      />
      <ConfirmDialog
        open={isAsking}
        busy={isSending}
        title={translate(title)}
        confirm={translate(button)}
        onConfirm={() => void confirm()}
        onClose={close}
      >
        <div className="compose-confirm">
          <p>
            {translate('unplanned.confirmText', {
              name: request.name,
              sender: draft.senderName,
              list: recipients,
            })}
          </p>
          {isUncertain && <p>{translate('unplanned.uncertain')}</p>}
          <p>{translate('unplanned.confirmUnknown')}</p>
          {request.urgent && <p>{translate('compose.confirmUrgent')}</p>}
          <p>
            {at
              ? translate('compose.scheduledFor', { time: dateTime(at) })
              : translate('compose.confirmFinal')}
          </p>
        </div>
      </ConfirmDialog>
    </section>
  );
}
