import ReplayRounded from '@mui/icons-material/ReplayRounded';
import Button from '@mui/material/Button';
import { useRefresh, useTranslate } from 'ra-core';
import type { WebhookDelivery } from '#schema/webhook.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { canWrite } from '../../../crud/access.ts';
import { useAct } from '../../../crud/useAct.ts';

const webhook = entityOf('settings/webhooks');
const webhookDelivery = entityOf('settings/webhook-deliveries');

/** Retries a failed or waiting delivery at once. */
export function RetryButton({ delivery }: { delivery: WebhookDelivery }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { isBusy, run } = useAct(refresh);
  const { status, kind, attempts, uuid } = delivery;
  const isDone = status === 'delivered' || kind === 'ping' || attempts === 0;
  if (isDone || !canWrite(webhook, 'update')) return null;

  const retry = () =>
    run(async () => {
      await http.json(`${webhookDelivery.path}${uuid}/retry/`, { method: 'POST' });
      return ['webhook.retried'];
    });
  return (
    <Button
      size="small"
      className="webhook-retry crud-row-buttons"
      startIcon={<ReplayRounded />}
      loading={isBusy}
      onClick={() => void retry()}
    >
      {translate('webhook.retry')}
    </Button>
  );
}
