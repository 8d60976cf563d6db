import BlockRounded from '@mui/icons-material/BlockRounded';
import Button from '@mui/material/Button';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { ApiKey } from '#schema/apiKey.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { shown } from '../../../core/labels.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';

const apiKey = entityOf('settings/api-keys');

/** Revokes a key permanently. Hidden if it is revoked, or without permission. */
export function RevokeButton({ record, compact }: { record: ApiKey; compact?: boolean }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const [isAsking, setAsking] = useState(false);
  const { isBusy, run } = useAct(() => {
    setAsking(false);
    refresh();
  });
  if (record.is_active === false || !canWrite(apiKey, 'update')) return null;

  const revoke = () =>
    run(async () => {
      await http.json(`${apiKey.path}${record.uuid}/revoke/`, { method: 'POST' });
      return ['apiKey.revoked', { name: record.name }];
    });

  return (
    <>
      <Button
        color="error"
        size={compact ? 'small' : undefined}
        startIcon={<BlockRounded />}
        aria-label={compact ? `${translate('apiKey.revoke')}: ${shown(record.name)}` : undefined}
        onClick={() => setAsking(true)}
      >
        {translate('apiKey.revoke')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={translate('apiKey.revokeTitle', { name: record.name })}
        confirm={translate('apiKey.revoke')}
        danger
        busy={isBusy}
        onConfirm={() => void revoke()}
        onClose={() => setAsking(false)}
      >
        {translate('apiKey.revokeText')}
      </ConfirmDialog>
    </>
  );
}
