import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import type { ViberDecision } from '#schema/viberIdentity.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import type { Row } from '../../../crud/DeleteButton.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { useReason } from '../../../crud/useReason.ts';

const viberIdentity = entityOf('admin/viber-identities');

const REASON_MAX = 500;

/** Records Viber's answer. If somebody else has recorded one meanwhile, that is shown. */
export function Decide({ record }: { record: Row }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const reason = useReason(translate('viber.reasonHelp'));
  const [asked, setAsked] = useState<ViberDecision['status']>();
  const name = String(record.name);

  const close = () => {
    setAsked(undefined);
    reason.calm();
  };

  const { isBusy, run } = useAct(() => {
    close();
    refresh();
  });
  const decide = () => {
    const why = asked === 'rejected' ? reason.take() : undefined;
    if (asked === 'rejected' && !why) return;
    void run(async () => {
      const body = { status: asked, ...(why && { reason: why }) };
      await http.json(`${viberIdentity.path}${record.id}/decide/`, { method: 'POST', body });
      return [`viber.done.${asked}`, { name }];
    });
  };

  return (
    <>
      <Button variant="contained" onClick={() => setAsked('approved')}>
        {translate('viber.approve')}
      </Button>
      <Button variant="outlined" color="error" onClick={() => setAsked('rejected')}>
        {translate('viber.reject')}
      </Button>
      <ConfirmDialog
        open={asked !== undefined}
        danger={asked === 'rejected'}
        busy={isBusy}
        title={translate(asked === 'rejected' ? 'viber.rejectTitle' : 'viber.approveTitle', { name })}
        confirm={translate(asked === 'rejected' ? 'viber.reject' : 'viber.approve')}
        onConfirm={decide}
        onClose={close}
      >
        {asked === 'rejected' ? (
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
