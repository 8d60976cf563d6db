import { useDelete, useNotify, useTranslate } from 'ra-core';
import { entityOf } from '../../../core/entities.ts';
import { shown, spaced } from '../../../core/labels.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { failureText } from '../../../crud/failureText.ts';
import type { BlacklistEntry } from '../blacklist/useBlacklistEntry.ts';

const blacklistNumber = entityOf('settings/blacklist');

interface RemoveDialogProps {
  entry: BlacklistEntry;
  open: boolean;
  onClose(): void;
}

/** Asks before it removes a number from the blacklist. */
export function RemoveDialog({ entry, open, onClose }: RemoveDialogProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const phone = spaced(shown(entry.phone));
  // Of the hook, not of its call: those are dropped when the entry's notice goes, which is as soon as it is removed.
  const [remove, { isPending }] = useDelete(
    blacklistNumber.name,
    { id: entry.id, previousData: entry },
    {
      mutationMode: 'pessimistic',
      onSuccess: () => notify('blacklist.removed', { type: 'success', messageArgs: { phone } }),
      onError: (error) => notify(failureText(error), { type: 'error' }),
      onSettled: onClose,
    },
  );
  return (
    <ConfirmDialog
      open={open}
      busy={isPending}
      danger={entry.source === 'opt-out'}
      title={translate('blacklist.removeTitle', { phone })}
      confirm={translate('blacklist.remove')}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      {translate(entry.source === 'opt-out' ? 'blacklist.removeOptOut' : 'blacklist.removeText')}
    </ConfirmDialog>
  );
}
