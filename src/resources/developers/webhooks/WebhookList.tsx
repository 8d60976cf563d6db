import { useTranslate } from 'ra-core';
import type { Webhook } from '#schema/webhook.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { DeleteButton } from '../../../crud/DeleteButton.tsx';
import { EntityList } from '../../../crud/EntityList.tsx';
import { WebhookState } from './WebhookState.tsx';
import './webhooks.css';

const webhook = entityOf('settings/webhooks');

const asWebhook = (record: unknown): Webhook => record as Webhook;

export function WebhookList() {
  const translate = useTranslate();
  const labels = useLabels(webhook);
  return (
    <EntityList
      entity={webhook}
      columns={[
        { name: 'url', render: (record) => <span className="webhook-url">{asWebhook(record).url}</span> },
        {
          name: 'events',
          // Half a line would be left for the address.
          phone: false,
          render: (record) =>
            (asWebhook(record).events ?? []).map((event) => labels.choice('events', event)).join(', '),
        },
        { name: 'is_active', render: (record) => <WebhookState record={asWebhook(record)} /> },
        'created_at',
      ]}
      rowActions={(record) => <DeleteButton entity={webhook} record={record} compact />}
      empty={{ title: translate('webhook.empty'), text: translate('webhook.emptyText') }}
    />
  );
}
