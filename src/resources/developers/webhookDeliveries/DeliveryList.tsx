import { useTranslate } from 'ra-core';
import type { WebhookDelivery } from '#schema/webhook.ts';
import { entityOf } from '../../../core/entities.ts';
import type { Column } from '../../../crud/columns.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { FieldValue } from '../../../crud/fields.tsx';
import { useDeliveryColumns } from '../webhooks/DeliveryCells.tsx';
import { RetryButton } from '../webhooks/RetryButton.tsx';
import { pollEvery } from '../webhooks/state.ts';

const webhookDelivery = entityOf('settings/webhook-deliveries');

const webhook: Column = {
  name: 'webhook',
  render: (record) => (
    <span className="webhook-url">
      <FieldValue entity={webhookDelivery} name="webhook" record={record} />
    </span>
  ),
};

/** Deliveries to all webhooks in the last thirty days. */
export function DeliveryList() {
  const translate = useTranslate();
  const [time, status, ...rest] = useDeliveryColumns();
  return (
    <EntityList
      entity={webhookDelivery}
      columns={[...(time ? [time] : []), webhook, ...(status ? [status] : []), ...rest]}
      rowActions={(record) => <RetryButton delivery={record as unknown as WebhookDelivery} />}
      refetchEvery={pollEvery}
      empty={{ title: translate('webhook.logEmpty'), text: translate('webhook.logEmptyText') }}
    />
  );
}
