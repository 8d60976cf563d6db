import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { type ReactNode, useId } from 'react';
import {
  manualMethods,
  NOTE_MAX,
  needsReference,
  type PaymentMethod,
  type PaymentOptions,
} from '#schema/paymentReference.ts';
import { ChoiceCard, ChoiceCards } from '../../../crud/ChoiceCards.tsx';
import { DocumentInput } from '../../../crud/DocumentInput.tsx';
import { PaymentInstructions } from './PaymentInstructions.tsx';
import type { Problems } from './problems.ts';
import './payments.css';

/** The payment inputs. */
export interface PaymentValues {
  method: PaymentMethod | '';
  /** As typed. */
  reference: string;
  /** uuid of the uploaded receipt. */
  receipt: string | null;
  /** As typed; missing in drafts from before there were notes. */
  note?: string;
}

export const noPayment: PaymentValues = { method: '', reference: '', receipt: null, note: '' };

export const isManual = (method: string): boolean => manualMethods.some((manual) => manual === method);

/** The payment part of a request, without what the method does not use. */
export const paymentBody = ({ method, reference, receipt, note = '' }: PaymentValues) => ({
  method,
  ...(isManual(method) && {
    ...(reference.trim() && { reference: reference.trim() }),
    ...(receipt && { receipt }),
    ...(note.trim() && { note: note.trim() }),
  }),
});

export interface PaymentFieldsProps {
  values: PaymentValues;
  onChange(change: Partial<PaymentValues>): void;
  problems: Problems;
  options: PaymentOptions;
  legend: string;
  disabled?: boolean;
  /** An option before the payment methods, such as the wallet. */
  first?(group: string): ReactNode;
  onBusy?(isBusy: boolean): void;
}

/** Chooses a payment method and asks for what it needs: a reference, a receipt. */
export function PaymentFields(props: PaymentFieldsProps) {
  const { values, onChange, problems, options, legend, disabled } = props;
  const translate = useTranslate();
  const id = useId();
  const { method } = values;
  const problem = problems.method;
  return (
    <>
      <ChoiceCards legend={legend} error={problem && <ValidationError error={problem} />}>
        {props.first?.(id)}
        {options.methods.map((offered) => (
          <ChoiceCard
            key={offered}
            group={id}
            value={offered}
            chosen={method === offered}
            label={translate(`payments.method.${offered}`)}
            note={translate(`payments.methodNote.${offered}`)}
            disabled={disabled}
            onChoose={() => onChange({ method: offered })}
          />
        ))}
      </ChoiceCards>
      {isManual(method) && (
        <>
          <PaymentInstructions options={options} method={method} />
          <TextField
            label={
              needsReference(method)
                ? translate(`payments.reference.${method}`)
                : `${translate('payments.reference.cash')} ${translate('crud.form.optional')}`
            }
            value={values.reference}
            onChange={({ target }) => onChange({ reference: target.value })}
            error={Boolean(problems.reference)}
            helperText={
              problems.reference ? (
                <ValidationError error={problems.reference} />
              ) : (
                translate(`payments.referenceHelp.${method}`)
              )
            }
            disabled={disabled}
            slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 100 } }}
            fullWidth
          />
          <DocumentInput
            label={`${translate('payments.receipt')} ${translate('crud.form.optional')}`}
            value={values.receipt}
            onChange={(receipt) => onChange({ receipt })}
            help={translate('payments.receiptHelp')}
            error={problems.receipt ? <ValidationError error={problems.receipt} /> : undefined}
            disabled={disabled}
            onBusy={props.onBusy}
          />
          <TextField
            label={`${translate('payments.note')} ${translate('crud.form.optional')}`}
            value={values.note ?? ''}
            onChange={({ target }) => onChange({ note: target.value })}
            error={Boolean(problems.note)}
            helperText={
              problems.note ? <ValidationError error={problems.note} /> : translate('payments.noteHelp')
            }
            disabled={disabled}
            slotProps={{ htmlInput: { maxLength: NOTE_MAX } }}
            multiline
            minRows={2}
            fullWidth
          />
        </>
      )}
    </>
  );
}
