import { useTranslate } from 'ra-core';
import type { Webhook } from '#schema/webhook.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { webhookState } from './state.ts';

const looks = { on: 'active', failing: 'failed', off: 'inactive', stopped: 'failed' };

export function WebhookState({ record }: { record: Webhook }) {
  const translate = useTranslate();
  const state = webhookState(record);
  return <StatusChip status={looks[state]} label={translate(`webhook.state.${state}`)} />;
}
