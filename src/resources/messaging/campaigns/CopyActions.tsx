import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { money } from '../../../core/format.ts';
import { offers } from '../../../core/offers.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useHiddenLength } from '../../../crud/MessageText.tsx';
import { useIsGone } from '../../../crud/useIsGone.ts';

/**
 * Copies a campaign to a new draft, or edits it until its sending starts. An accepted campaign is never changed, so that only
 * checked and paid texts are sent: editing cancels it.
 */
export function CopyActions({
  campaign: { uuid, body, status, cost },
  onCancel,
}: {
  campaign: Campaign;
  /** Cancels the campaign and returns whether it is; undefined where the server cannot. */
  onCancel?: (() => Promise<boolean>) | undefined;
}) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const isGone = useIsGone();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isHidden = useHiddenLength(body) !== undefined;
  if (isHidden) return null;
  const copy = () => navigate(`/sms/bulk-sms?copy=${uuid}`);
  const edit = async () => {
    if (!onCancel || isBusy) return;
    setBusy(true);
    const isCancelled = await onCancel();
    setBusy(false);
    setAsking(false);
    if (isCancelled && !isGone.current) copy();
  };
  return (
    <>
      {onCancel && (status === 'scheduled' || status === 'draft') && (
        <Button variant="outlined" startIcon={<EditOutlined />} onClick={() => setAsking(true)}>
          {translate('crud.show.edit')}
        </Button>
      )}
      <Button startIcon={<ContentCopyRounded />} onClick={copy}>
        {translate('campaign.duplicate')}
      </Button>
      <ConfirmDialog
        open={isAsking}
        busy={isBusy}
        title={translate('campaign.editTitle')}
        confirm={translate('campaign.editConfirm')}
        // “Cancel” beside “Cancel and edit” would leave open which of both cancels it.
        cancel={translate('errors.back')}
        onConfirm={() => void edit()}
        onClose={() => setAsking(false)}
      >
        {translate('campaign.editText', { cost: money(cost) })}{' '}
        {translate(offers('campaign-recipients') ? 'campaign.editKept' : 'campaign.editChoose')}
      </ConfirmDialog>
    </>
  );
}
