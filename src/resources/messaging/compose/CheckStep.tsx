import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Campaign } from '#schema/campaign.ts';
import type { Plan } from '#schema/compose.ts';
import { dateTime, digits, money, number } from '../../../core/format.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { ConfirmText } from './ConfirmText.tsx';
import type { Checked, Draft } from './draft.ts';
import { readNumbers } from './numbers.ts';
import { OperatorTable, PlanSamples } from './PlanDetails.tsx';
import { HiddenRows, isSendable, PlanFigures, PlanWarnings } from './PlanFigures.tsx';
import { RefusedRows } from './RefusedRows.tsx';
import type { RefusedRow } from './refusalText.ts';
import { SendBar } from './SendBar.tsx';
import type { UseSender } from './SenderAlert.tsx';
import { SendFailure } from './SendFailure.tsx';
import { COMPOSE, type Offer, useSend } from './useSend.ts';

export interface CheckStepProps {
  draft: Draft;
  checked: Checked;
  onOffer(offer: Offer): void;
  onBack(): void;
  onSent(campaign: Partial<Campaign>): void;
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
  const heading = useRef<HTMLHeadingElement>(null);
  const [isAsking, setAsking] = useState(false);
  const [isPast, setPast] = useState(false);
  const { send, isSending, isCut, failure } = useSend({
    path: COMPOSE,
    body: request,
    offer,
    onOffer,
    onSent,
  });
  useEffect(() => heading.current?.focus(), []);

  const at = request.scheduled_at;
  const canSend = isSendable(plan);
  const pasted = useMemo(() => readNumbers(draft.numbers).entries, [draft.numbers]);
  const placeOf = ({ source, row }: RefusedRow): string => {
    const line = source === 'numbers' ? pasted[(row ?? 0) - 1]?.line : undefined;
    return line === undefined
      ? translate('plan.sheetRow', { row: digits(String(row)) })
      : translate('plan.pasteLine', { line: digits(String(line)) });
  };

  const ask = () => {
    const hasPassed = at != null && new Date(at).getTime() <= Date.now();
    setPast(hasPassed);
    setAsking(!hasPassed);
  };
  const confirm = async () => {
    await send();
    setAsking(false);
  };
  const counts = {
    smart_count: plan.recipients,
    count: number(plan.recipients),
    cost: money(plan.cost),
  };

  return (
    <section className="compose-check">
      <div className="compose-check-head">
        <h2 ref={heading} tabIndex={-1}>
          {translate('plan.title')}
        </h2>
        <p className="sms-quiet">
          {offer.uncertain ? null : `${translate('plan.nothingSent')} `}
          {at ? translate('compose.scheduledFor', { time: dateTime(at) }) : translate('compose.sendsNow')}
        </p>
      </div>
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
      {!failure && offer.uncertain && (
        <Alert severity="error" variant="outlined">
          {translate('sending.uncertainText')}
        </Alert>
      )}
      <PlanWarnings plan={plan} onSender={onSender} />
      <HiddenRows plan={plan} skipped={request.recipients.file?.hidden_rows === 'skip'} />
      <div className="compose-check-grid">
        <RefusedRows plan={plan} placeOf={placeOf} />
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
          offer.uncertain
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
        onSend={offer.uncertain ? () => void send() : ask}
      />
      <ConfirmDialog
        open={isAsking}
        busy={isSending}
        title={translate(at ? 'compose.confirmScheduleTitle' : 'compose.confirmTitle', counts)}
        confirm={translate(at ? 'compose.confirmSchedule' : 'compose.confirmSend', counts)}
        onConfirm={() => void confirm()}
        onClose={() => setAsking(false)}
      >
        <ConfirmText request={request} plan={plan} senderName={draft.senderName} />
      </ConfirmDialog>
    </section>
  );
}
