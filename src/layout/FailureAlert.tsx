import Alert, { type AlertProps } from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { type HttpError, requestIdOf } from '../core/http.ts';
import { Reference } from './Reference.tsx';

interface FailureAlertProps extends Pick<AlertProps, 'severity' | 'action' | 'sx' | 'children'> {
  failure: HttpError;
  title?: string;
  /** Leaves the focus where it is, such as at the button that tries again. */
  quiet?: boolean;
}

/**
 * Why an action failed: in the server's words, unless there are children. A failure of the server's names its request. Each new
 * one receives the focus, so that nobody misses it.
 */
export function FailureAlert({
  failure,
  title,
  quiet = false,
  severity = 'error',
  children,
  ...alert
}: FailureAlertProps) {
  const translate = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure anew
  useEffect(() => {
    if (!quiet) place.current?.focus();
  }, [failure]);
  return (
    <Alert ref={place} tabIndex={quiet ? undefined : -1} variant="outlined" severity={severity} {...alert}>
      {title && <AlertTitle>{title}</AlertTitle>}
      {children ?? translate(failure.message, { _: failure.message })}
      <Reference id={requestIdOf(failure)} />
    </Alert>
  );
}
