import Button from '@mui/material/Button';
import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { useAct } from '../../../crud/useAct.ts';

const senderIdentity = entityOf('sms/sender-identities');

/** Takes back a request that is not decided yet, after asking. Absent where that cannot be done. */
export function Withdraw({ record, onDone }: { record: Row; onDone?(): void }) {
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const refresh = useRefresh();
  const [isAsked, setAsked] = useState(false);
  const name = shown(record.name);
  const { isBusy, run } = useAct(() => {
    setAsked(false);
    refresh();
  });
  if (record.status !== 'pending' || !canAccess(senderIdentity.name, 'create')) return null;

  const withdraw = () =>
    run(async () => {
      await dataProvider.delete(senderIdentity.name, { id: record.id, previousData: record });
      onDone?.();
      return ['profile.sender.withdrawn', { name }];
    });

  return (
    <>
      <Button
        size="small"
        color="error"
        aria-label={`${translate('profile.sender.withdraw')}: ${name}`}
        onClick={() => setAsked(true)}
      >
        {translate('profile.sender.withdraw')}
      </Button>
      <ConfirmDialog
        open={isAsked}
        title={translate('profile.sender.withdrawTitle', { name })}
        confirm={translate('profile.sender.withdraw')}
        danger
        busy={isBusy}
        onConfirm={() => void withdraw()}
        onClose={() => setAsked(false)}
      >
        {translate('profile.sender.withdrawText')}
      </ConfirmDialog>
    </>
  );
}
