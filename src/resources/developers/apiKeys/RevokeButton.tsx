import BlockRounded from '@mui/icons-material/BlockRounded';
import { useRefresh, useTranslate } from 'ra-core';
import type { ApiKey } from '#schema/apiKey.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { shown } from '../../../core/labels.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmButton } from '../../../crud/ConfirmButton.tsx';

const apiKey = entityOf('settings/api-keys');

interface RevokeButtonProps {
  record: ApiKey;
  compact?: boolean;
  /** Called once it is revoked. */
  onRevoked?(): void;
}

/** Revokes a key permanently. Hidden if it is revoked, or without permission. */
export function RevokeButton({ record, compact, onRevoked }: RevokeButtonProps) {
  const translate = useTranslate();
  const refresh = useRefresh();
  if (record.is_active === false || !canWrite(apiKey, 'update')) return null;
  const label = translate('apiKey.revoke');
  return (
    <ConfirmButton
      color="error"
      size={compact ? 'small' : undefined}
      startIcon={<BlockRounded />}
      aria-label={compact ? `${label}: ${shown(record.name)}` : undefined}
      label={label}
      title={translate('apiKey.revokeTitle', { name: record.name })}
      danger
      act={async () => {
        await http.json(`${apiKey.path}${record.uuid}/revoke/`, { method: 'POST' });
        onRevoked?.();
        return ['apiKey.revoked', { name: record.name }];
      }}
      after={refresh}
    >
      {translate('apiKey.revokeText')}
    </ConfirmButton>
  );
}
