import { useTranslate } from 'ra-core';
import type { ApiKey } from '#schema/apiKey.ts';
import { now } from '../../../core/clock.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';

/** Whether a key works: active, expired or revoked. */
const stateOf = ({ is_active, expires_at }: Pick<ApiKey, 'is_active' | 'expires_at'>) =>
  is_active === false ? 'revoked' : expires_at && Date.parse(expires_at) <= now() ? 'expired' : 'active';

const looks = { active: 'active', expired: 'expired', revoked: 'inactive' };

export function ApiKeyState({ record }: { record: Pick<ApiKey, 'is_active' | 'expires_at'> }) {
  const translate = useTranslate();
  const state = stateOf(record);
  return <StatusChip status={looks[state]} label={translate(`apiKey.state.${state}`)} />;
}
