import TextField from '@mui/material/TextField';
import { useCreate, useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { BLACKLIST_REASON_MAX } from '#schema/sheets/limits.ts';
import { entityOf } from '../../../core/entities.ts';
import { asFailure } from '../../../core/http.ts';
import { isUncertainWithoutKey } from '../../../core/isUncertain.ts';
import { spaced, useLabels } from '../../../core/labels.ts';
import { FormDialog } from '../../../crud/FormDialog.tsx';
import { type GivenSource, SourceChoice } from '../blacklist/SourceChoice.tsx';

const blacklistNumber = entityOf('settings/blacklist');

/** Adds a contact's number to the blacklist, with source and reason. */
export function AddDialog({ phone, onClose }: { phone: string; onClose(): void }) {
  const translate = useTranslate();
  const labels = useLabels(blacklistNumber);
  const notify = useNotify();
  const [source, setSource] = useState<GivenSource>('manual');
  const [reason, setReason] = useState('');
  const [create, { isPending, error }] = useCreate();
  const [isUnanswered, setUnanswered] = useState(false);
  const shown = spaced(phone);
  const failure = error ? asFailure(error) : undefined;

  const onSubmit = () =>
    void create(
      blacklistNumber.name,
      { data: { phone, source, reason: reason.trim() || null } },
      {
        onSuccess: () => {
          notify('blacklist.added', { type: 'success', messageArgs: { phone: shown } });
          onClose();
        },
        onError: (failed) => setUnanswered((was) => isUncertainWithoutKey(asFailure(failed), was)),
      },
    );

  return (
    <FormDialog
      title={translate('blacklist.addTitle', { phone: shown })}
      submit={translate('blacklist.add')}
      busy={isPending}
      failure={failure}
      failureText={
        failure &&
        `${translate(isUnanswered ? 'blacklist.addUncertain' : 'blacklist.notAdded')} ${translate(failure.message, { _: failure.message })}`
      }
      onSubmit={onSubmit}
      onClose={onClose}
    >
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
    </FormDialog>
  );
}
