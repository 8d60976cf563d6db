import ArrowForwardRounded from '@mui/icons-material/ArrowForwardRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useCallback, useDeferredValue, useMemo, useRef, useState } from 'react';
import { HttpError } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { useNumberPlan, useSmsConfig } from '../../../crud/useSmsConfig.ts';
import { Reference } from '../../../layout/Reference.tsx';
import { useSerialized } from '../../../start/useSerialized.ts';
import { askPlan } from './askPlan.ts';
import { CostEstimate } from './CostEstimate.tsx';
import { type Draft, type Errors, errorsFrom, errorsOf, type Request, requestOf } from './draft.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { errorsAfter } from './errors.ts';
import { MessageCard } from './MessageCard.tsx';
import { withoutBad } from './numbers.ts';
import { PhonePreview } from './PhonePreview.tsx';
import { NoOperatorAlert } from './PlanFigures.tsx';
import { RecipientsCard } from './RecipientsCard.tsx';
import { TestDialog } from './TestDialog.tsx';
import { useFirstRecipient } from './useFirstRecipient.ts';
import { COMPOSE, type Offer, offerOf } from './useSend.ts';
import { useSheetUpload } from './useSheetUpload.ts';
import { WhenCard } from './WhenCard.tsx';

export interface WriteStepProps {
  draft: Draft;
  edit(change: Partial<Draft>): void;
  isBack: boolean;
  onDiscard(): void;
  /** Returns to the finished check. */
  onReturn(): void;
  onChecked(request: Request, offer: Offer): void;
}

/** The sections that are rendered one by one: message, recipients, time, buttons. */
const PARTS = 4;

/** The form: message, recipients and time. Only tests are sent from here. */
export function WriteStep({ draft, edit, isBack, onDiscard, onReturn, onChecked }: WriteStepProps) {
  const translate = useTranslate();
  const busy = useRef(false);
  const [isChecking, setChecking] = useState(false);
  const [isTesting, setTesting] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  /** Counts the attempts that were refused. */
  const [attempt, setAttempt] = useState(0);
  const due = useSerialized(PARTS);
  const [failure, setFailure] = useState<HttpError>();
  const first = useFirstRecipient(draft);
  const uncertain = draft.checked?.offer.uncertain === true;

  const refuse = (found: Errors) => {
    setErrors(found);
    setAttempt((former) => former + 1);
  };
  const change = useCallback(
    (part: Partial<Draft>) => {
      setErrors((former) => errorsAfter(former, part));
      setFailure(undefined);
      edit(part);
    },
    [edit],
  );

  const upload = useSheetUpload(change);
  const ranges = useNumberPlan();

  // Show a typed character before rendering other cards that show the text; cards that do not are not rendered.
  const body = useDeferredValue(draft.body);
  const { numbers, groups, sheet, when, at, isUrgent } = draft;
  const recipients = useMemo(() => ({ numbers, groups, sheet, body }), [numbers, groups, sheet, body]);
  const { channel, fallback } = draft;
  const estimated = useMemo(() => ({ ...recipients, channel, fallback }), [recipients, channel, fallback]);
  const time = useMemo(() => ({ when, at, isUrgent }), [when, at, isUrgent]);

  const check = async () => {
    if (busy.current) return;
    setFailure(undefined);
    const found = errorsOf(draft, { isSheetPending: upload.isPending });
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors(found);
    busy.current = true;
    setChecking(true);
    const request = requestOf(draft);
    try {
      const plan = await askPlan(COMPOSE, request);
      if (plan) return onChecked(request, offerOf(plan));
      // Without a plan nobody else may leave out what is no number: only what this page counts is sent.
      const usable = { ...draft, numbers: withoutBad(draft.numbers, ranges) };
      const left = errorsOf(usable);
      if (Object.keys(left).length > 0) return refuse(left);
      onChecked(requestOf(usable), offerOf(null));
    } catch (error) {
      const failed = error instanceof HttpError ? error : new HttpError(String(error));
      const fields = errorsFrom(failed.body.errors ?? {});
      if (Object.keys(fields).length > 0) refuse(fields);
      else setFailure(failed);
    } finally {
      busy.current = false;
      setChecking(false);
    }
  };

  const isNobodyThere = useSmsConfig()?.destination === 'none';
  const isPlanned = offers('plans');
  return (
    <form
      className="compose-write"
      noValidate
      aria-busy={due < PARTS}
      onSubmit={(event) => {
        event.preventDefault();
        void check();
      }}
    >
      <div className="compose-cards">
        <ErrorSummary errors={errors} attempt={attempt} />
        {isBack && (
          <Alert
            severity="info"
            variant="outlined"
            action={
              <Button color="inherit" onClick={onDiscard}>
                {translate('compose.discard')}
              </Button>
            }
          >
            {translate('compose.draftBack')}
          </Alert>
        )}
        {(draft.isSendable || uncertain) && (
          <Alert
            severity="warning"
            variant="outlined"
            action={
              uncertain && (
                <Button color="inherit" onClick={onReturn}>
                  {translate('compose.stepCheck')}
                </Button>
              )
            }
          >
            {translate('compose.leaveUncertain')}
          </Alert>
        )}
        {isNobodyThere && draft.channel === 'sms' && <NoOperatorAlert />}
        <MessageCard draft={draft} edit={change} errors={errors} first={first} />
        <div className="compose-rest">
          {due > 1 && <RecipientsCard draft={recipients} edit={change} errors={errors} upload={upload} />}
          {due > 2 && <WhenCard draft={time} edit={change} errors={errors} />}
          {failure && <CheckFailure failure={failure} />}
        </div>
      </div>
      <aside className="compose-aside">
        <h2>{translate('text.preview')}</h2>
        <PhonePreview
          sender={draft.channel === 'viber' ? draft.viberName : draft.senderName}
          body={body}
          values={first.values}
          of={first.of}
        />
        {due > 3 && <CostEstimate draft={estimated} values={first.values} />}
      </aside>
      {due > 3 && (
        <div className="compose-send">
          <div className="compose-bar">
            {offers('test-messages') && (
              <Button onClick={() => setTesting(true)} disabled={isChecking}>
                {translate('compose.test')}
              </Button>
            )}
            <Button
              type="submit"
              variant="contained"
              size="large"
              endIcon={<ArrowForwardRounded />}
              loading={isChecking}
              loadingPosition="end"
            >
              {translate(isChecking ? 'compose.checking' : isPlanned ? 'compose.check' : 'unplanned.review')}
            </Button>
          </div>
          <p className="sms-quiet compose-bar-help">
            {translate(isPlanned ? 'compose.checkHelp' : 'unplanned.reviewHelp')}
          </p>
        </div>
      )}
      {isTesting && (
        <TestDialog draft={draft} values={first.values ?? {}} onClose={() => setTesting(false)} />
      )}
    </form>
  );
}

function CheckFailure({ failure }: { failure: HttpError }) {
  const translate = useTranslate();
  const { request_id: reference } = failure.body;
  return (
    <Alert severity="error" variant="outlined">
      <AlertTitle>{translate('compose.checkFailed')}</AlertTitle>
      {translate('compose.checkFailedText', {
        reason: translate(failure.message, { _: failure.message }),
      })}
      <Reference id={reference} />
    </Alert>
  );
}
