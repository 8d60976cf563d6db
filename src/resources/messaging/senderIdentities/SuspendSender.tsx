import BlockRounded from '@mui/icons-material/BlockRounded';
import RestoreRounded from '@mui/icons-material/RestoreRounded';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useRefresh, useTranslate } from 'ra-core';
import { useState } from 'react';
import { REASON_MAX } from '#schema/reasonMax.ts';
import type { SenderRequest } from '#schema/senderIdentity.ts';
import { hasPermission } from '../../../core/access.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { useReason } from '../../../crud/useReason.ts';
import { onWritten } from '../../../layout/onWritten.ts';
import { senderQueue } from './queue.ts';

const acts = { approved: 'suspend', suspended: 'restore' } as const;

/**
 * Suspends an approved sender ID, or restores a suspended one, with a reason; for staff who decide on them.
 */
export function SuspendSender({
  request: { uuid, status, name, account_name: account },
}: {
  request: SenderRequest;
}) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const reason = useReason(translate('reviews.reasonHelp'));
  const [isOpen, setOpen] = useState(false);
  const close = () => {
    setOpen(false);
    reason.calm();
  };
  const { isBusy, run } = useAct(() => {
    close();
    refresh();
  });
  const isOffered = offers('sender-standing') && hasPermission(senderQueue.decide);
  if ((status !== 'approved' && status !== 'suspended') || !isOffered) return null;

  const act = acts[status];
  const send = () => {
    const given = reason.take();
    if (!given) return;
    void run(async () => {
      const body = { reason: given };
      const answer = await http.json(`${senderQueue.entity.path}${uuid}/${act}/`, { body });
      onWritten(senderQueue.entity, { uuid, ...body }, answer);
      reason.clear();
      return [`reviews.${act}.done`, { name }];
    });
  };
  return (
    <>
      <Button
        variant="outlined"
        color={act === 'suspend' ? 'error' : 'primary'}
        startIcon={act === 'suspend' ? <BlockRounded /> : <RestoreRounded />}
        onClick={() => setOpen(true)}
      >
        {translate(`reviews.${act}.button`)}
      </Button>
      <ConfirmDialog
        open={isOpen}
        danger={act === 'suspend'}
        busy={isBusy}
        title={translate(`reviews.${act}.title`, { name })}
        confirm={translate(`reviews.${act}.button`)}
        onConfirm={send}
        onClose={close}
      >
        <div className="review-dialog">
          <p>{translate(`reviews.${act}.text`, { name, account })}</p>
          <TextField
            label={translate('reviews.reason')}
            {...reason.field}
            slotProps={{ htmlInput: { maxLength: REASON_MAX } }}
          />
        </div>
      </ConfirmDialog>
    </>
  );
}
