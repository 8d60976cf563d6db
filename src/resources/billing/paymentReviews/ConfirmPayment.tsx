import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { useRef, useState } from 'react';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { needsReference } from '#schema/paymentReference.ts';
import type { PaymentReview, PossibleDuplicate } from '#schema/paymentReview.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { rupees } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { withKey } from '../../../core/withKey.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { DecisionFailure } from '../../../crud/review/DecisionFailure.tsx';
import type { DecisionState } from '../../../crud/review/useDecision.ts';
import { DuplicateList } from './PossibleDuplicates.tsx';
import { isOnline } from './queue.ts';

const PATH = '/v1/credit/payment/credit_payment_confirm/';

interface Props {
  payment: PaymentReview;
  decision: DecisionState;
}

/**
 * Explains what confirming does with whose money, and asks for what is missing: the bank's number, and a confirmation if
 * another payment has the same number. An unanswered attempt continues under its key.
 */
export function ConfirmPayment({ payment, decision }: Props) {
  const translate = useTranslate();
  const { uuid, kind, method, amount, account_name: account, package_name: name, reference } = payment;
  const online = isOnline(method);
  const asks = !reference && !online;
  const [typed, setTyped] = useState('');
  const [isKnown, setKnown] = useState(false);
  const [wrong, setWrong] = useState<{ reference?: string; known?: string }>({});
  const unanswered = useRef(new Map<string, string>());
  const referenceInput = useRef<HTMLInputElement>(null);
  const knownInput = useRef<HTMLInputElement>(null);
  const { failure, isUncertain, isBusy } = decision;

  // Includes what the server has found since the page was loaded; for a number typed here, only that.
  const found = failure?.code === 'duplicate' ? (failure.body.data as PossibleDuplicate[]) : undefined;
  const duplicates = found ?? payment.duplicates.filter(({ status }) => status === 'confirmed');
  const isTwice = duplicates.length > 0;
  const sum = rupees(amount);
  const referenceError = wrong.reference ?? failure?.body.errors?.reference?.join(' ');

  const confirm = () => {
    const number = typed.trim();
    const missing = asks && needsReference(method) && !number;
    const unknown = isTwice && !isKnown;
    setWrong({
      ...(missing && { reference: 'Required' }),
      ...(unknown && { known: translate('reviews.knowRequired') }),
    });
    if (missing) return referenceInput.current?.focus();
    if (unknown) return knownInput.current?.focus();
    const read = { uuid, updated_at: payment.updated_at };
    const body = {
      ...read,
      ...(asks && number && { reference: number }),
      ...(isTwice && { duplicate: true }),
    };
    void decision.send(
      async () =>
        dataOf<Partial<PaymentReference> | undefined>(
          await withKey(unanswered.current, JSON.stringify(body), (idempotencyKey) =>
            http.json(PATH, { body, idempotencyKey }),
          ),
        ),
      (confirmed) =>
        translate(confirmed?.status === 'pending' ? 'reviews.confirmedFirst' : `reviews.confirmed.${kind}`, {
          amount: sum,
          account,
          name,
        }),
      asks && number ? { reference: number } : {},
    );
  };

  return (
    <ConfirmDialog
      open={decision.asking === 'approve'}
      busy={isBusy}
      title={translate('reviews.confirmTitle', { amount: sum })}
      confirm={translate('reviews.confirmAmount', { amount: sum })}
      onConfirm={confirm}
      onClose={decision.close}
    >
      <div className="review-dialog">
        <p>
          {translate(`reviews.confirmText.${kind}`, { amount: sum, account, name })}{' '}
          {translate(online ? 'reviews.confirmOnline' : 'reviews.notUndoable', {
            method: translate(`payments.method.${method}`),
          })}
        </p>
        {asks && (
          <TextField
            id="confirm-reference"
            inputRef={referenceInput}
            label={`${translate(`payments.reference.${method}`)}${
              needsReference(method) ? '' : ` ${translate('crud.form.optional')}`
            }`}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              setWrong({});
            }}
            error={Boolean(referenceError)}
            helperText={
              referenceError ? <ValidationError error={referenceError} /> : translate('reviews.referenceHelp')
            }
            disabled={isBusy}
            fullWidth
            slotProps={{ htmlInput: { maxLength: 100, autoComplete: 'off' } }}
          />
        )}
        {isTwice && (
          <Alert severity="error" variant="outlined" role="alert">
            <AlertTitle>{translate('reviews.duplicateConfirmed')}</AlertTitle>
            <DuplicateList duplicates={duplicates} />
            <FormControlLabel
              label={translate('reviews.knowTwice')}
              control={
                <Checkbox
                  checked={isKnown}
                  disabled={isBusy}
                  onChange={({ target }) => {
                    setKnown(target.checked);
                    setWrong({});
                  }}
                  slotProps={{
                    input: {
                      ref: knownInput,
                      'aria-invalid': wrong.known ? true : undefined,
                      'aria-describedby': wrong.known ? 'confirm-known' : undefined,
                    },
                  }}
                />
              }
            />
            {wrong.known && (
              <FormHelperText id="confirm-known" error>
                {wrong.known}
              </FormHelperText>
            )}
          </Alert>
        )}
        {failure && !found && !referenceError && (
          <DecisionFailure failure={failure} isUncertain={isUncertain} />
        )}
      </div>
    </ConfirmDialog>
  );
}
