import Alert from '@mui/material/Alert';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { Webhook, WebhookAnswer } from '#schema/webhook.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { EntityShow } from '../../../crud/EntityShow.tsx';
import { When } from '../../../crud/When.tsx';
import { webhookState } from './state.ts';
import { TestAnswer } from './TestAnswer.tsx';
import { WebhookActions } from './WebhookActions.tsx';
import { WebhookLog } from './WebhookLog.tsx';
import { WebhookState } from './WebhookState.tsx';
import './webhooks.css';

const webhook = entityOf('settings/webhooks');

const asWebhook = (record: unknown): Webhook => record as Webhook;

/** A webhook: its state, a test, and its deliveries. */
export function WebhookShow() {
  const refresh = useRefresh();
  const labels = useLabels(webhook);
  const [tested, setTested] = useState<WebhookAnswer>();
  return (
    <EntityShow
      entity={webhook}
      beside={(record) => <WebhookState record={asWebhook(record)} />}
      actions={({ id }) => (
        <WebhookActions
          key={id}
          uuid={String(id)}
          onTested={(answer) => {
            setTested(answer);
            refresh();
          }}
        />
      )}
      before={(record) => (
        <div className="webhook-parts">
          <Trouble record={asWebhook(record)} />
          {tested && <TestAnswer answer={tested} />}
        </div>
      )}
      fields={['events', 'created_at', 'updated_at']}
      render={{
        events: (record) =>
          (asWebhook(record).events ?? []).map((event) => labels.choice('events', event)).join(', '),
      }}
      after={({ id }) => <WebhookLog webhook={String(id)} />}
    />
  );
}

/** Since when it has failed, or that it was switched off for failing. */
function Trouble({ record }: { record: Webhook }) {
  const translate = useTranslate();
  const state = webhookState(record);
  const since = state === 'stopped' ? record.switched_off_at : record.failing_since;
  if ((state !== 'failing' && state !== 'stopped') || !since) return null;
  return (
    <Alert severity={state === 'stopped' ? 'error' : 'warning'} variant="outlined">
      {translate(`webhook.trouble.${state}`)} <When iso={since} />
    </Alert>
  );
}
