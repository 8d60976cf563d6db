import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import type { HttpError } from '../../core/http.ts';
import { Reference } from '../../layout/Reference.tsx';

/** Why no decision was made, or that the result is unknown. Receives the focus, so that nobody misses it. */
export function DecisionFailure({
  failure,
  isDecided = false,
}: {
  failure: HttpError;
  /** Whether somebody else has decided in the meantime. */
  isDecided?: boolean;
}) {
  const translate = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure anew
  useEffect(() => place.current?.focus(), [failure]);
  const isUncertain = failure.status >= 500;
  const { request_id: reference } = failure.body;
  return (
    <Alert ref={place} tabIndex={-1} severity={isUncertain ? 'error' : 'warning'} variant="outlined">
      <AlertTitle>
        {translate(isDecided ? 'reviews.faster' : isUncertain ? 'reviews.uncertain' : 'reviews.notDecided')}
      </AlertTitle>
      {translate(failure.message, { _: failure.message })}
      {isUncertain && ` ${translate('reviews.uncertainText')}`}
      <Reference id={isUncertain ? reference : undefined} />
    </Alert>
  );
}
