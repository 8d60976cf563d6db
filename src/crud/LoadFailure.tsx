import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { HttpError } from '../core/http.ts';
import { Reference } from '../layout/Reference.tsx';

/** Says why something could not be loaded, with the request's id, and offers to try again. */
export function LoadFailure({ error, onRetry }: { error: unknown; onRetry(): void }) {
  const translate = useTranslate();
  const text = error instanceof Error ? error.message : '';
  const reference = error instanceof HttpError ? error.body.request_id : undefined;
  return (
    <Alert
      severity="error"
      variant="outlined"
      action={
        <Button color="inherit" onClick={onRetry}>
          {translate('crud.list.retry')}
        </Button>
      }
    >
      <AlertTitle>{translate('crud.list.failed')}</AlertTitle>
      {translate(text, { _: text })}
      <Reference id={reference} />
    </Alert>
  );
}
