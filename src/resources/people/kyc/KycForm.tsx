import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { FormProvider } from 'react-hook-form';
import type { Kyc, KycState } from '#schema/kyc.ts';
import { digits } from '../../../core/format.ts';
import type { HttpError } from '../../../core/http.ts';
import type { EntryCalendar } from '../../../crud/dateEntry.ts';
import { KeptCalendar } from '../../../crud/keptCalendar.ts';
import { LeaveGuard } from '../../../crud/LeaveGuard.tsx';
import { useDraftState } from '../../../crud/useDraftState.ts';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { initialValues, type Step, steps } from './form.ts';
import { StepFields } from './StepFields.tsx';
import { DRAFT_KEY, useKycForm } from './useKycForm.ts';

interface Props {
  /** A rejected record that is corrected, or one that waits and is changed. */
  record: Kyc | null;
  onSubmitted(record: Kyc | KycState): void;
  look(): Promise<Kyc | KycState | null | undefined>;
  /** Back from the first step, where there is something to go back to. */
  onBack?(): void;
}

/** The verification in five steps. */
export function KycForm({ record, onSubmitted, look, onBack }: Props) {
  const translate = useTranslate();
  const user = useUser();
  const type = user?.account?.type ?? 'individual';
  const [initial] = useState(() => initialValues(record ?? undefined, user));
  const state = useKycForm({ type, initial, former: record, onSubmitted, look });
  const [isUploading, setUploading] = useState(false);
  // Certificates have dates of one calendar, so the one of a step is the one of the next, and after a reload.
  const kept = useDraftState<EntryCalendar>(`${DRAFT_KEY}/calendar`);
  const { step, isSubmitting, failure, isUncertain } = state;
  const isCheck = step === 'check';
  const at = steps.indexOf(step);
  const former = steps[at - 1];
  const back = former ? () => state.show(former) : onBack;

  return (
    <FormProvider {...state.form}>
      <Progress current={step} />
      <form
        className={isCheck ? 'kyc-check' : 'crud-form kyc-form'}
        aria-labelledby="kyc-step"
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (isUploading) return;
          if (isCheck) void state.submit();
          else state.next();
        }}
      >
        <StepHeading step={step} attempt={state.attempt} focusFirst={record !== null} />
        {state.isBack && <DraftNote onDiscard={state.discard} />}
        {failure && !isCheck && <Refused failure={failure} />}
        <KeptCalendar value={{ calendar: kept.value, onCalendar: kept.setValue }}>
          <StepFields state={state} type={type} onBusy={setUploading} />
        </KeptCalendar>
        {failure && isCheck && <Failure failure={failure} isUncertain={isUncertain} />}
        <div className="crud-form-buttons">
          <Button
            type="submit"
            variant="contained"
            size="large"
            loading={isSubmitting}
            disabled={isUploading}
          >
            {translate(isCheck ? 'kyc.submit' : isUploading ? 'kyc.uploading' : 'kyc.continue')}
          </Button>
          {back && (
            <Button size="large" onClick={back} disabled={isSubmitting}>
              {translate('kyc.back')}
            </Button>
          )}
        </div>
      </form>
      <LeaveGuard
        active={state.isWritten}
        isOver={state.isOver}
        title={translate('kyc.leaveTitle')}
        text={translate('kyc.leaveText')}
        leave={translate('kyc.leave')}
      />
    </FormProvider>
  );
}

/** How far one has come: words where there is room, else a bar; the heading says it in any case. */
function Progress({ current }: { current: Step }) {
  const translate = useTranslate();
  const at = steps.indexOf(current);
  return (
    <ol className="kyc-steps" aria-label={translate('kyc.steps')}>
      {steps.map((step, index) => (
        <li key={step} aria-current={index === at ? 'step' : undefined} data-done={index < at || undefined}>
          <span className="kyc-step-number" aria-hidden="true">
            {digits(String(index + 1))}
          </span>
          <span className="kyc-step-name">{translate(`kyc.step.${step}`)}</span>
        </li>
      ))}
    </ol>
  );
}

/** Gets the focus when another step opens, unless something in it is wrong: then its first wrong input does. */
function StepHeading(props: FocusSettings) {
  const { step } = props;
  const translate = useTranslate();
  const heading = useRef<HTMLHeadingElement>(null);
  useFocus(heading, props);
  return (
    <h2 id="kyc-step" className="kyc-heading" ref={heading} tabIndex={-1}>
      {translate('kyc.stepOf', {
        step: digits(String(steps.indexOf(step) + 1)),
        of: digits(String(steps.length)),
        name: translate(`kyc.step.${step}`),
      })}
    </h2>
  );
}

interface FocusSettings {
  step: Step;
  /** Counts how often something was found wrong. */
  attempt: number;
  /** Whether the step that opens first gets the focus, too: somebody has just pressed what opens it. */
  focusFirst: boolean;
}

function useFocus(
  heading: RefObject<HTMLElement | null>,
  { step, attempt, focusFirst }: FocusSettings,
): void {
  const former = useRef({ step: focusFirst ? undefined : step, attempt });
  // Move the focus in the same render as the errors, so that a screen reader announces the error in its field.
  useLayoutEffect(() => {
    const hasMoved = former.current.step !== step;
    if (!hasMoved && former.current.attempt === attempt) return;
    former.current = { step, attempt };
    const form = heading.current?.closest('form');
    const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [data-invalid] input');
    if (wrong) wrong.focus();
    else if (hasMoved) heading.current?.focus();
  });
}

function DraftNote({ onDiscard }: { onDiscard(): void }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="info"
      variant="outlined"
      action={
        <Button color="inherit" onClick={onDiscard}>
          {translate('crud.form.discard')}
        </Button>
      }
    >
      {translate('crud.form.draft')}
    </Alert>
  );
}

/** Above the inputs that the server refused. */
function Refused({ failure }: { failure: HttpError }) {
  const translate = useTranslate();
  return (
    <Alert severity="error" variant="outlined">
      {translate('kyc.refused', { reason: translate(failure.message, { _: failure.message }) })}
    </Alert>
  );
}

/** Why nothing was submitted, or that this is not known. */
function Failure({ failure, isUncertain }: { failure: HttpError; isUncertain: boolean }) {
  const translate = useTranslate();
  return (
    <FailureAlert failure={failure} title={translate(isUncertain ? 'kyc.uncertain' : 'kyc.failed')}>
      {translate(isUncertain ? 'kyc.uncertainText' : 'kyc.failedText', {
        reason: translate(failure.message, { _: failure.message }),
      })}
    </FailureAlert>
  );
}
