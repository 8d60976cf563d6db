import { useTranslate } from 'ra-core';
import { requestIdOf } from '../core/http.ts';
import { Button } from '../layout/Button.tsx';
import { Notice } from '../layout/Notice.tsx';
import { Reference } from '../layout/Reference.tsx';

export interface LoadFailureProps {
  /** What could not be loaded, as a subject: a text, or the key of one. A key with numbers is used in the plural. */
  what: string;
  error: unknown;
  onRetry(): void;
}

/** Says what could not be loaded and why, with the request's id, and offers to try again. */
export function LoadFailure({ what, error, onRetry }: LoadFailureProps) {
  const translate = useTranslate();
  const text = error instanceof Error ? error.message : '';
  return (
    <Notice
      severity="error"
      title={translate('crud.failed', { what: translate(what, { smart_count: 2, _: what }) })}
      action={
        <Button color="inherit" onClick={onRetry}>
          {translate('crud.list.retry')}
        </Button>
      }
    >
      {translate(text, { _: text })}
      <Reference id={requestIdOf(error)} />
    </Notice>
  );
}
