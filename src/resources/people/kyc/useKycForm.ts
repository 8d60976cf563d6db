import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSearchParams } from 'react-router-dom';
import { type AccountType, KYC_SUBMIT, type Kyc, type KycState, kyc } from '#schema/kyc.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { isUncertainWithoutKey } from '../../../core/isUncertain.ts';
import { readRecord } from '../../../core/records.ts';
import { useDraftState } from '../../../crud/useDraftState.ts';
import { useIsGone } from '../../../crud/useIsGone.ts';
import { onWritten } from '../../../layout/onWritten.ts';
import { checked, fieldsOf, firstOpen, type Name, type Step, stepOf, steps, type Values } from './form.ts';

export const DRAFT_KEY = 'kyc';

interface Settings {
  type: AccountType;
  initial: Values;
  /** The record that is corrected or changed. */
  former: Kyc | null;
  onSubmitted(record: Kyc | KycState): void;
  /** Looks whether a try without an answer arrived after all; answers the record as it is now. */
  look(): Promise<Kyc | KycState | null | undefined>;
}

/**
 * The form of verification: what is typed, the step that is open, and submitting. The step is in the address,
 * so that Back returns to the previous step; a step opens only when the earlier ones are valid. The input is kept in
 * this tab until it is submitted.
 */
export function useKycForm({ type, initial, former, onSubmitted, look }: Settings) {
  // The record as read when the form was opened, not the current one.
  const [{ submitted_at: seen, updated_at } = {} as Partial<Kyc>] = useState(former ?? undefined);
  const [params, setParams] = useSearchParams();
  const kept = useDraftState<Values>(DRAFT_KEY);
  const form = useForm<Values>({ defaultValues: { ...initial, ...kept.value } });
  const [isBack, setBack] = useState(kept.isBack);
  const [failure, setFailure] = useState<HttpError>();
  const [isUnanswered, setUnanswered] = useState(false);
  const [isSubmitting, setSubmitting] = useState(false);
  const isBusy = useRef(false);
  const isGone = useIsGone();
  const [attempt, setAttempt] = useState(0);
  const values = form.watch();
  const { setValue: keep } = kept;

  const last = useRef(JSON.stringify(values));
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ name, values: typed }) => {
          // Also called for errors.
          const now = JSON.stringify(typed);
          if (now === last.current) return;
          last.current = now;
          keep(typed);
          if (name) form.clearErrors(name as Name);
        },
      }),
    [form, keep],
  );

  const requested = steps.find((one) => one === params.get('step')) ?? 'who';
  const open = firstOpen(values, type);
  const step = steps.indexOf(requested) > steps.indexOf(open) ? open : requested;
  const isFromCheck = params.has('check');
  // Otherwise the step would advance as soon as the last missing value is typed.
  useEffect(() => {
    if (requested !== step) setParams({ step }, { replace: true });
  }, [requested, step, setParams]);

  const show = (next: Step, { check = false } = {}) => {
    setBack(false);
    setFailure(undefined);
    setParams({ step: next, ...(check && { check: '1' }) });
  };
  /** Says what is wrong in a step; answers whether anything is. */
  const mark = (where: Step): boolean => {
    const { problems } = checked(form.getValues(), type);
    const wrong = fieldsOf(where, type, form.getValues('document_type')).filter((name) => problems[name]);
    for (const name of wrong) form.setError(name, { type: 'schema', message: problems[name] });
    if (wrong.length > 0) setAttempt((former) => former + 1);
    return wrong.length > 0;
  };

  return {
    form,
    values,
    step,
    isBack,
    isOver: kept.isOver,
    isWritten: kept.value !== undefined,
    isSubmitting,
    failure,
    /** An attempt is unanswered, so it may have been submitted. */
    isUncertain: isUnanswered,
    /** Counts how often something was found wrong. */
    attempt,
    /** Back, or from the check to where something is to be changed. */
    show,
    next() {
      form.clearErrors();
      if (mark(step)) return;
      const following = steps[steps.indexOf(step) + 1] ?? 'check';
      if (!isFromCheck) return show(following);
      // A change may require more in a later step, such as the back of another document.
      const missing = firstOpen(form.getValues(), type);
      if (missing !== 'check') mark(missing);
      show(missing, { check: missing !== 'check' });
    },
    discard() {
      form.reset(initial);
      keep(undefined);
      show('who');
    },
    async submit() {
      const { body } = checked(form.getValues(), type);
      if (isBusy.current || !body) return;
      isBusy.current = true;
      setSubmitting(true);
      setFailure(undefined);
      try {
        const answer = await http.json(KYC_SUBMIT, {
          body: { ...body, ...(former?.status === 'pending' && { submitted_at: seen, updated_at }) },
        });
        kept.end();
        onWritten(kyc, body, answer);
        onSubmitted(readRecord<Kyc | KycState>(kyc, { status: 'pending', ...dataOf<object>(answer) }));
      } catch (error) {
        const failed = asFailure(error);
        // Without an answer, or if it was already submitted, the record shows the result.
        const isOpen = isUncertainWithoutKey(failed, isUnanswered);
        const found = isOpen || failed.status === 409 ? await look() : undefined;
        if (found && found.status !== 'rejected' && found.submitted_at !== seen) {
          kept.end();
          onSubmitted(found);
        } else {
          setUnanswered(isOpen);
          setFailure(failed);
          showRefused(failed.body.errors ?? {});
        }
      } finally {
        isBusy.current = false;
        setSubmitting(false);
      }
    },
  };

  /** Opens the step of the first field that the server refused, with what it said of each. */
  function showRefused(errors: Readonly<Record<string, string[]>>): void {
    const refused = Object.keys(errors).map((name) => ({
      name,
      step: stepOf(name, type, values.document_type),
    }));
    const first = steps.find((one) => one !== 'check' && refused.some((other) => other.step === one));
    // The account may have become a company's meanwhile, which needs more fields.
    if (refused.length > 0) void refreshProfile();
    if (!first || isGone.current) return;
    for (const { name } of refused) form.setError(name as Name, { message: errors[name]?.join(' ') ?? '' });
    setAttempt((former) => former + 1);
    setParams({ step: first, check: '1' });
  }
}

export type KycFormState = ReturnType<typeof useKycForm>;
