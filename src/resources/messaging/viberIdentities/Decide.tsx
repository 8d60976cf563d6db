import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { REASON_MAX } from '#schema/reasonMax.ts';
import type { ViberDecision } from '#schema/viberIdentity.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { shown } from '../../../core/labels.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { useAskedDecision } from '../../../crud/useAskedDecision.ts';
import { onWritten } from '../../../layout/onWritten.ts';

const viberIdentity = entityOf('admin/viber-identities');

/** Records Viber's answer. If somebody else has recorded one meanwhile, that is shown. */
export function Decide({ record }: { record: Row }) {
  const translate = useTranslate();
  const name = shown(record.name);
  const { ask, isNegative, reason, dialog } = useAskedDecision<ViberDecision['status']>({
    negative: 'rejected',
    help: translate('viber.reasonHelp'),
    async send(status, why) {
      const body = { status, ...(why && { reason: why }) };
      const path = `${viberIdentity.path}${record.id}/decide/`;
      const answer = await http.json(path, { method: 'POST', body });
      onWritten(viberIdentity, { uuid: record.id, ...body }, answer);
      return [`viber.done.${status}`, { name }];
    },
  });
  return (
    <>
      <Button variant="contained" onClick={() => ask('approved')}>
        {translate('viber.approve')}
      </Button>
      <Button variant="outlined" color="error" onClick={() => ask('rejected')}>
        {translate('viber.reject')}
      </Button>
      <ConfirmDialog
        {...dialog}
        title={translate(isNegative ? 'viber.rejectTitle' : 'viber.approveTitle', { name })}
        confirm={translate(isNegative ? 'viber.reject' : 'viber.approve')}
      >
        {isNegative ? (
          <TextField
            label={translate('viber.reason')}
            {...reason.field}
            minRows={2}
            margin="dense"
            slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          />
        ) : (
          translate('viber.approveText')
        )}
      </ConfirmDialog>
    </>
  );
}
