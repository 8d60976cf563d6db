import Alert, { type AlertProps } from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { type ReactNode, useEffect, useRef } from 'react';
import type { HttpError } from '../core/http.ts';
import { Reference } from '../layout/Reference.tsx';

export interface FailureAlertProps {
  failure: HttpError;
  severity: AlertProps['severity'];
  title: string;
  /** A button beside the text. */
  action?: ReactNode;
  /** Show the request's id, with which support finds it in the server's log. */
  hasReference?: boolean;
  children: ReactNode;
}

/** Why an action failed. Each new failure receives the focus, so that nobody misses it. */
export function FailureAlert({ failure, title, hasReference = true, children, ...alert }: FailureAlertProps) {
  const place = useRef<HTMLDivElement>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each failure anew
  useEffect(() => place.current?.focus(), [failure]);
  return (
    <Alert ref={place} tabIndex={-1} variant="outlined" {...alert}>
      <AlertTitle>{title}</AlertTitle>
      {children}
      <Reference id={hasReference ? failure.body.request_id : undefined} />
    </Alert>
  );
}
