import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useCreate, useNotify, useTranslate } from 'ra-core';
import { type FormEvent, useId, useState } from 'react';
import { BLACKLIST_REASON_MAX } from '#schema/sheets/limits.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { type GivenSource, SourceChoice } from '../blacklist/SourceChoice.tsx';

const blacklistNumber = entityOf('settings/blacklist');

/** Puts a contact's number on the blacklist: whose wish it is, and why. */
export function AddDialog({ phone, onClose }: { phone: string; onClose(): void }) {
  const translate = useTranslate();
  const labels = useLabels(blacklistNumber);
  const notify = useNotify();
  const id = useId();
  const [source, setSource] = useState<GivenSource>('manual');
  const [reason, setReason] = useState('');
  const [create, { isPending, error }] = useCreate();
  const shown = phone.replace(/^\+977/, '+977 ');
  const failure = error instanceof Error ? error.message : undefined;

  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    // A dialog's events reach the page's own form through React's tree.
    event.stopPropagation();
    if (isPending) return;
    void create(
      blacklistNumber.name,
      { data: { phone, source, reason: reason.trim() || null } },
      {
        onSuccess: () => {
          notify('blacklist.added', { type: 'success', messageArgs: { phone: shown } });
          onClose();
        },
      },
    );
  };

  return (
    <Dialog open onClose={isPending ? undefined : onClose} aria-labelledby={id} maxWidth="xs" fullWidth>
      <form onSubmit={onSubmit}>
        <DialogTitle id={id}>{translate('blacklist.addTitle', { phone: shown })}</DialogTitle>
        <DialogContent sx={{ display: 'grid', gap: 2 }}>
          <p style={{ margin: 0 }}>{translate('blacklist.addText')}</p>
          <SourceChoice value={source} onChange={setSource} disabled={isPending} />
          <TextField
            label={`${labels.field('reason')} ${translate('crud.form.optional')}`}
            helperText={labels.help('reason')}
            value={reason}
            onChange={(event) => setReason(event.target.value)}
            disabled={isPending}
            slotProps={{ htmlInput: { maxLength: BLACKLIST_REASON_MAX } }}
            autoFocus
          />
          {failure !== undefined && (
            <Alert severity="error" variant="outlined">
              {translate('blacklist.notAdded')} {translate(failure, { _: failure })}
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isPending}>
            {translate('crud.form.cancel')}
          </Button>
          <Button type="submit" variant="contained" loading={isPending}>
            {translate('blacklist.add')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
