import KeyRounded from '@mui/icons-material/KeyRounded';
import SendRounded from '@mui/icons-material/SendRounded';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import { useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import type { NewWebhook, WebhookAnswer } from '#schema/webhook.ts';
import { entityOf } from '../../../core/entities.ts';
import { http } from '../../../core/http.ts';
import { withKey } from '../../../core/withKey.ts';
import { canWrite } from '../../../crud/access.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { Secret } from '../../../crud/Secret.tsx';
import { useAct } from '../../../crud/useAct.ts';
import { Dialog } from '../../../layout/Dialog.tsx';

const webhook = entityOf('settings/webhooks');

/**
 * Keys of replacements without an answer, by the webhook's uuid, also when its page was left: a second secret would take the place
 * of the one that the receiver still has.
 */
const unanswered = new Map<string, string>();

interface Props {
  uuid: string;
  onTested(answer: WebhookAnswer): void;
}

/** Sends a test, and replaces the secret. */
export function WebhookActions({ uuid, onTested }: Props) {
  const translate = useTranslate();
  const id = useId();
  const [isAsking, setAsking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const testing = useAct(() => {});
  const rotating = useAct(() => setAsking(false));
  if (!canWrite(webhook, 'update')) return null;

  const at = `${webhook.path}${uuid}`;
  const test = () =>
    testing.run(async () => {
      onTested((await http.json<{ data: WebhookAnswer }>(`${at}/test/`, { method: 'POST' })).data);
      return undefined;
    });
  const rotate = () =>
    rotating.run(async () => {
      const { data } = await withKey(unanswered, uuid, (idempotencyKey) =>
        http.json<{ data: NewWebhook }>(`${at}/rotate-secret/`, { method: 'POST', idempotencyKey }),
      );
      setSecret(data.secret);
      return undefined;
    });

  return (
    <>
      <Button
        variant="outlined"
        startIcon={<SendRounded />}
        loading={testing.isBusy}
        onClick={() => void test()}
      >
        {translate('webhook.test')}
      </Button>
      <Button startIcon={<KeyRounded />} onClick={() => setAsking(true)}>
        {translate('webhook.rotate')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={translate('webhook.rotateTitle')}
        confirm={translate('webhook.rotateConfirm')}
        busy={rotating.isBusy}
        onConfirm={() => void rotate()}
        onClose={() => setAsking(false)}
      >
        {translate('webhook.rotateText')}
      </ConfirmDialog>
      {secret !== undefined && (
        <Dialog open aria-labelledby={id} maxWidth="sm" fullWidth>
          <DialogTitle id={id}>{translate('webhook.rotated')}</DialogTitle>
          <DialogContent sx={{ display: 'grid', gap: 2 }}>
            <Secret label={translate('webhook.secret')} secret={secret} />
          </DialogContent>
          <DialogActions>
            <Button variant="contained" onClick={() => setSecret(undefined)}>
              {translate('webhook.kept')}
            </Button>
          </DialogActions>
        </Dialog>
      )}
    </>
  );
}
