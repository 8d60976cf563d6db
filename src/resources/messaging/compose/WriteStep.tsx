import { useCallback, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import { asFailure, type HttpError } from '../../../core/http.ts';
import { useNumberPlan } from '../../../crud/useSmsConfig.ts';
import { useSerialized } from '../../../start/useSerialized.ts';
import { askPlan } from './askPlan.ts';
import { type Draft, type Errors, errorsFrom, errorsOf, type Request, requestOf } from './draft.ts';
import { ErrorSummary } from './ErrorSummary.tsx';
import { errorsAfter } from './errors.ts';
import { needsSms } from './fallback.ts';
import { GoneGroups } from './GoneGroups.tsx';
import { MessageCard } from './MessageCard.tsx';
import { withoutBad } from './numbers.ts';
import { RecipientsCard } from './RecipientsCard.tsx';
import { TestDialog } from './TestDialog.tsx';
import { onlyPlaceholders } from './texts.ts';
import { useFirstRecipient } from './useFirstRecipient.ts';
import { COMPOSE, type Offer, offerOf } from './useSend.ts';
import { useSheetUpload } from './useSheetUpload.ts';
import { WhenCard } from './WhenCard.tsx';
import { WriteBar } from './WriteBar.tsx';
import { CheckFailure, WriteNotices } from './WriteNotices.tsx';
import { WritePreview } from './WritePreview.tsx';

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
  const running = useRef<AbortController>(undefined);
  const [isChecking, setChecking] = useState(false);
  const [areSendersKnown, setSendersKnown] = useState(false);
  /** A check was asked for before the sender IDs arrived, the only one of which selects itself. */
  const [isHeld, setHeld] = useState(false);
  const [isTesting, setTesting] = useState(false);
  const [errors, setErrors] = useState<Errors>({});
  /** Counts the attempts that were refused. */
  const [attempt, setAttempt] = useState(0);
  const due = useSerialized(PARTS);
  const [failure, setFailure] = useState<HttpError>();
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

  // Cards that do not show what was typed are not rendered; those that show the placeholders, after the character is visible.
  const named = useDeferredValue(onlyPlaceholders(draft.body));
  const { numbers, groups, sheet, when, at, isUrgent } = draft;
  const recipients = useMemo(
    () => ({ numbers, groups, sheet, body: named }),
    [numbers, groups, sheet, named],
  );
  const first = useFirstRecipient(recipients);
  const time = useMemo(() => ({ when, at, isUrgent }), [when, at, isUrgent]);

  const isSenderOpen = !areSendersKnown && draft.sender === '' && needsSms(draft);
  const check = async () => {
    if (running.current) return;
    setFailure(undefined);
    setHeld(isSenderOpen);
    if (isSenderOpen) return;
    const found = errorsOf(draft, { isSheetPending: upload.isPending });
    if (Object.keys(found).length > 0) return refuse(found);
    setErrors(found);
    const controller = new AbortController();
    running.current = controller;
    setChecking(true);
    const request = requestOf(draft);
    try {
      const plan = await askPlan(COMPOSE, request, controller.signal);
      if (plan) return onChecked(request, offerOf(plan));
      // Without a plan nobody else may leave out what is no number: only what this page counts is sent.
      const usable = { ...draft, numbers: withoutBad(draft.numbers, ranges) };
      const left = errorsOf(usable);
      if (Object.keys(left).length > 0) return refuse(left);
      onChecked(requestOf(usable), offerOf(null));
    } catch (error) {
      if (controller.signal.aborted) return;
      const failed = asFailure(error);
      const fields = errorsFrom(failed.body.errors ?? {});
      if (Object.keys(fields).length > 0) refuse(fields);
      else setFailure(failed);
    } finally {
      running.current = undefined;
      setChecking(false);
    }
  };
  // What is edited meanwhile needs another check, and whoever has left the form is not called back to it.
  // biome-ignore lint/correctness/useExhaustiveDependencies: for each draft
  useEffect(() => () => running.current?.abort(), [draft]);

  const goOn = useRef(check);
  useEffect(() => {
    goOn.current = check;
  });
  useEffect(() => {
    if (isHeld && !isSenderOpen) void goOn.current();
  }, [isHeld, isSenderOpen]);

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
        <WriteNotices
          isBack={isBack}
          isUncertain={uncertain}
          isSendable={draft.isSendable}
          channel={draft.channel}
          onDiscard={onDiscard}
          onReturn={onReturn}
        />
        {due > 1 && (
          <GoneGroups
            // A discarded draft takes its notice along.
            key={String(isBack)}
            groups={groups}
            problem={errors.groups}
            isUncertain={uncertain}
            edit={change}
          />
        )}
        <MessageCard
          draft={draft}
          edit={change}
          errors={errors}
          first={first}
          onSendersKnown={setSendersKnown}
        />
        <div className="compose-rest">
          {due > 1 && <RecipientsCard draft={recipients} edit={change} errors={errors} upload={upload} />}
          {due > 2 && <WhenCard draft={time} edit={change} errors={errors} />}
          {failure && <CheckFailure failure={failure} />}
        </div>
      </div>
      <WritePreview draft={draft} first={first} isEstimated={due > 3} />
      {due > 3 && <WriteBar isChecking={isChecking || isHeld} onTest={setTesting} />}
      {isTesting && (
        <TestDialog draft={draft} values={first.values ?? {}} onClose={() => setTesting(false)} />
      )}
    </form>
  );
}
