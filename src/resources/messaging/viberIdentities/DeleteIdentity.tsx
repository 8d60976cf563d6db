import { useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { shown } from '../../../core/labels.ts';
import { canWrite } from '../../../crud/access.ts';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { DeleteConfirmed } from '../../../crud/DeleteConfirmed.tsx';

const viberIdentity = entityOf('admin/viber-identities');

/** Deletes a Viber identity; the server keeps one that a campaign is still sent with. */
export function DeleteIdentity({ record, compact }: { record: Row; compact?: boolean }) {
  const translate = useTranslate();
  if (!canWrite(viberIdentity, 'create')) return null;
  return (
    <DeleteConfirmed entity={viberIdentity} record={record} name={shown(record.name)} compact={compact}>
      {translate('viber.deleteText')}
    </DeleteConfirmed>
  );
}
