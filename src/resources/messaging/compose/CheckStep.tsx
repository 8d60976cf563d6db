import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useMemo } from 'react';
import type { Plan } from '#schema/compose.ts';
import { money, number } from '../../../core/format.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { CheckHead } from './CheckHead.tsx';
import { ConfirmText } from './ConfirmText.tsx';
import type { Draft } from './draft.ts';
import { readNumbers } from './numbers.ts';
import { OperatorTable, PlanSamples } from './PlanDetails.tsx';
import { HiddenRows, isSendable, PlanFigures, PlanWarnings } from './PlanFigures.tsx';
import { RefusedRows } from './RefusedRows.tsx';
import type { LineOf } from './refusalText.ts';
import { SendBar } from './SendBar.tsx';
import type { UseSender } from './SenderAlert.tsx';
import { SendFailure } from './SendFailure.tsx';
import { type LastStep, useLastStep } from './useLastStep.ts';

export interface CheckStepProps extends LastStep {
  draft: Draft;
  onBack(): void;
  /** Checks the same campaign again under another sender ID. */
  onSender: UseSender;
}

/** The result of the check, and the button that sends. */
export function CheckStep({
  plan,
  draft,
  checked,
  onOffer,
  onBack,
  onSent,
  onSender,
}: CheckStepProps & { plan: Plan }) {
  const translate = useTranslate();
  const { request, offer } = checked;
  const { send, isSending, isUncertain, isCut, failure, isAsking, isPast, ask, confirm, close } = useLastStep(
    { checked, onOffer, onSent },
  );

  const at = request.scheduled_at;
  const canSend = isSendable(plan);
  const pasted = useMemo(() => readNumbers(draft.numbers).entries, [draft.numbers]);
  const lineOf: LineOf = ({ source, row }) =>
    source === 'numbers' ? pasted[(row ?? 0) - 1]?.line : undefined;

  const counts = {
    smart_count: plan.recipients,
    count: number(plan.recipients),
    cost: money(plan.cost),
  };

  return (
    <section className="compose-check">
      <CheckHead {...checked} />
      <PlanFigures plan={plan} />
      {failure && (
        <SendFailure
          failure={failure}
          offer={offer}
          isCut={isCut}
          onRetry={() => void send()}
          onCheck={onBack}
        />
      )}
      {!failure && isUncertain && (
        <Alert severity="error" variant="outlined">
          {translate('sending.uncertainText')}
        </Alert>
      )}
      <PlanWarnings plan={plan} onSender={onSender} />
      <HiddenRows plan={plan} skipped={request.recipients.file?.hidden_rows === 'skip'} />
      <div className="compose-check-grid">
        <RefusedRows plan={plan} lineOf={lineOf} />
        <OperatorTable plan={plan} />
        <PlanSamples plan={plan} />
      </div>
      {isPast && (
        <Alert severity="error" variant="outlined">
          {translate('compose.atPast')}
        </Alert>
      )}
      <SendBar
        label={
          isUncertain
            ? translate('sending.tryAgain')
            : plan.recipients === 0
              ? translate(at ? 'compose.schedule' : 'compose.sendNow')
              : translate(at ? 'compose.scheduleFor' : 'compose.sendFor', counts)
        }
        isScheduled={at != null}
        canSend={canSend}
        isSending={isSending}
        isAsking={isAsking}
        onBack={onBack}
        onSend={isUncertain ? () => void send() : ask}
      />
      <ConfirmDialog
        open={isAsking}
        busy={isSending}
        title={translate(at ? 'compose.confirmScheduleTitle' : 'compose.confirmTitle', counts)}
        confirm={translate(at ? 'compose.confirmSchedule' : 'compose.confirmSend', counts)}
        onConfirm={() => void confirm()}
        onClose={close}
      >
        <ConfirmText request={request} plan={plan} senderName={draft.senderName} />
      </ConfirmDialog>
    </section>
  );
}
