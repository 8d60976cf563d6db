import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Plan } from '#schema/compose.ts';
import { number } from '../../../core/format.ts';
import { asFailure, type HttpError, requestIdOf } from '../../../core/http.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { Reference } from '../../../layout/Reference.tsx';

export type UseSender = (sender: { uuid: string; name: string }) => Promise<void>;

/**
 * Says how many recipients are excluded because their operators have not approved the sender ID, and offers to check the
 * campaign again under one that they have.
 */
export function SenderAlert({ plan, onSender }: { plan: Plan; onSender?: UseSender | undefined }) {
  const translate = useTranslate();
  const operators = useOperatorNames();
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<HttpError>();
  // Older servers do not look.
  if (!plan.sender_check) return null;
  const { operators: without, alternative } = plan.sender_check;
  const count = without.reduce((sum, { recipients }) => sum + recipients, 0);
  const use = async (sender: { uuid: string; name: string }) => {
    setBusy(true);
    setFailure(undefined);
    try {
      await onSender?.(sender);
    } catch (error) {
      setFailure(asFailure(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Alert
      severity="warning"
      variant="outlined"
      action={
        alternative &&
        onSender && (
          <Button color="inherit" size="small" loading={isBusy} onClick={() => void use(alternative)}>
            {translate('plan.useSender', { name: alternative.name })}
          </Button>
        )
      }
    >
      <AlertTitle>{translate('plan.senderTitle')}</AlertTitle>
      {translate('plan.senderText', {
        smart_count: count,
        count: number(count),
        operators: operators.list(without.map(({ operator }) => operator)),
      })}{' '}
      {alternative && translate('plan.senderOther', { name: alternative.name })}
      {failure && (
        <div role="alert">
          {translate(failure.message, { _: failure.message })}
          <Reference id={requestIdOf(failure)} />
        </div>
      )}
    </Alert>
  );
}
