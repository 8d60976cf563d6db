import BlockRounded from '@mui/icons-material/BlockRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useCreatePath, useTranslate } from 'ra-core';
import { lazy, Suspense, useRef, useState } from 'react';
import { entityOf } from '../../../core/entities.ts';
import { canWrite } from '../../../crud/access.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { Button } from '../../../layout/Button.tsx';
import { useOnFirstInteraction } from '../../../start/useOnFirstInteraction.ts';
import { EntryText } from '../blacklist/EntryText.tsx';
import { type BlacklistEntry, useBlacklistEntry } from '../blacklist/useBlacklistEntry.ts';
import './contact.css';

const loadAdd = () => import('./AddDialog.tsx');
const AddDialog = lazy(() => loadAdd().then((m) => ({ default: m.AddDialog })));
const loadRemove = () => import('./RemoveDialog.tsx');
const RemoveDialog = lazy(() => loadRemove().then((m) => ({ default: m.RemoveDialog })));

const blacklistNumber = entityOf('settings/blacklist');

/** The button that blacklists a number; hidden if it is listed, or without permission. */
export function AddToBlacklist({ phone }: { phone: string }) {
  const translate = useTranslate();
  const { entry, isUnsure, isPending } = useBlacklistEntry(phone);
  const [isOpen, setOpen] = useState(false);
  useOnFirstInteraction(loadAdd);
  if (!(entry === null || isUnsure || isPending) || !canWrite(blacklistNumber, 'create')) return null;
  return (
    <>
      <Button
        variant="outlined"
        startIcon={<BlockRounded />}
        // Its place is kept until it is known whether it is needed.
        style={isPending ? { visibility: 'hidden' } : undefined}
        onClick={() => setOpen(true)}
      >
        {translate('blacklist.add')}
      </Button>
      <Suspense>{isOpen && <AddDialog phone={phone} onClose={() => setOpen(false)} />}</Suspense>
    </>
  );
}

/** Says that the number is blacklisted, since when and why, with actions to change that. */
export function OnBlacklist({ phone }: { phone: string }) {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const { entry, isUnsure, error, refetch } = useBlacklistEntry(phone);
  if (error) return <LoadFailure what="resources.settings/blacklist.name" error={error} onRetry={refetch} />;
  if (isUnsure) {
    return (
      <Alert severity="info" variant="outlined" className="contact-blacklisted">
        {translate('blacklist.unsure')}
      </Alert>
    );
  }
  if (!entry) return null;
  return (
    <Alert
      severity="warning"
      variant="outlined"
      icon={<BlockRounded fontSize="inherit" />}
      className="blacklist-notice contact-blacklisted"
    >
      <AlertTitle>{translate('blacklist.listed')}</AlertTitle>
      <EntryText entry={entry} />
      <div className="crud-actions">
        {canWrite(blacklistNumber, 'update') && (
          <Button
            size="small"
            color="inherit"
            to={createPath({ resource: blacklistNumber.name, type: 'edit', id: entry.id })}
          >
            {translate('blacklist.editEntry')}
          </Button>
        )}
        {canWrite(blacklistNumber, 'delete') && <RemoveButton entry={entry} />}
      </div>
    </Alert>
  );
}

function RemoveButton({ entry }: { entry: BlacklistEntry }) {
  const translate = useTranslate();
  const [isAsking, setAsking] = useState(false);
  // Stays mounted so that it can fade out.
  const wasAsked = useRef(false);
  wasAsked.current ||= isAsking;
  useOnFirstInteraction(loadRemove);
  return (
    <>
      <Button size="small" color="inherit" onClick={() => setAsking(true)}>
        {translate('blacklist.remove')}
      </Button>
      <Suspense>
        {wasAsked.current && <RemoveDialog entry={entry} open={isAsking} onClose={() => setAsking(false)} />}
      </Suspense>
    </>
  );
}
