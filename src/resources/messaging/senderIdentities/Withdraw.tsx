import { useDataProvider, useRefresh, useTranslate } from 'ra-core';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { ConfirmButton } from '../../../crud/ConfirmButton.tsx';
import type { Row } from '../../../crud/DeleteButton.tsx';

const senderIdentity = entityOf('sms/sender-identities');

/** Withdraws a pending request after a confirmation. Not rendered for other requests, or without the permission. */
export function Withdraw({ record, onDone }: { record: Row; onDone?(): void }) {
  const translate = useTranslate();
  const dataProvider = useDataProvider();
  const refresh = useRefresh();
  const name = shown(record.name);
  if (record.status !== 'pending' || !canAccess(senderIdentity.name, 'create')) return null;
  const label = translate('profile.sender.withdraw');
  return (
    <ConfirmButton
      size="small"
      color="error"
      aria-label={`${label}: ${name}`}
      label={label}
      title={translate('profile.sender.withdrawTitle', { name })}
      danger
      act={async () => {
        await dataProvider.delete(senderIdentity.name, { id: record.id, previousData: record });
        onDone?.();
        return ['profile.sender.withdrawn', { name }];
      }}
      after={refresh}
    >
      {translate('profile.sender.withdrawText')}
    </ConfirmButton>
  );
}
