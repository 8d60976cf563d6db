import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import type { WebhookAnswer } from '#schema/webhook.ts';
import { number } from '../../../core/format.ts';
import { serverText } from '../../../i18n/serverText.ts';

/** The result of a test, shown in place. */
export function TestAnswer({ answer }: { answer: WebhookAnswer }) {
  const translate = useTranslate();
  const { ok, http_status, error, duration, answer: text } = answer;
  return (
    <Alert severity={ok ? 'success' : 'error'} variant="outlined" className="webhook-answer" role="status">
      <AlertTitle>{translate(ok ? 'webhook.testOk' : 'webhook.testFailed')}</AlertTitle>
      {error ? serverText(error) : translate('webhook.testStatus', { status: String(http_status) })}{' '}
      {translate('webhook.testTime', { ms: number(duration) })}
      {text && <pre>{text}</pre>}
    </Alert>
  );
}
