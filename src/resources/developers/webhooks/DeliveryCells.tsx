import { useTranslate } from 'ra-core';
import type { WebhookDelivery } from '#schema/webhook.ts';
import { entityOf } from '../../../core/entities.ts';
import { number } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import type { Column } from '../../../crud/columns.ts';
import { EmptyValue } from '../../../crud/fields.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { When } from '../../../crud/When.tsx';
import { serverText } from '../../../i18n/serverText.ts';
import './webhooks.css';

const webhookDelivery = entityOf('settings/webhook-deliveries');

/** The result of a delivery, why it failed, and when it is retried. */
function Outcome({ delivery }: { delivery: WebhookDelivery }) {
  const translate = useTranslate();
  const labels = useLabels(webhookDelivery);
  const { status, error, next_attempt_at } = delivery;
  return (
    <div>
      <StatusChip status={status} label={labels.choice('status', status)} />
      {error && <div className="webhook-note">{serverText(error)}</div>}
      {error && next_attempt_at && (
        <div className="webhook-note">
          {translate('webhook.again')} <When iso={next_attempt_at} />
        </div>
      )}
    </div>
  );
}

/** The columns of deliveries, without their webhook. */
export function useDeliveryColumns(): Column[] {
  const translate = useTranslate();
  const labels = useLabels(webhookDelivery);
  const asDelivery = (record: unknown) => record as WebhookDelivery;
  return [
    { name: 'created_at', label: translate('webhook.time') },
    { name: 'status', render: (record) => <Outcome delivery={asDelivery(record)} /> },
    {
      name: 'event_count',
      end: false,
      render: (record) => {
        const { kind, event_count } = asDelivery(record);
        if (kind === 'ping') return labels.choice('kind', 'ping');
        return translate('webhook.events', { smart_count: event_count, count: number(event_count) });
      },
    },
    { name: 'attempts' },
    { name: 'http_status' },
    {
      name: 'duration',
      render: (record) => {
        const { duration } = asDelivery(record);
        if (duration === null) return <EmptyValue />;
        return <span className="crud-number">{translate('webhook.ms', { ms: number(duration) })}</span>;
      },
    },
  ];
}
