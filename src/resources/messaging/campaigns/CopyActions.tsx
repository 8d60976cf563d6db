import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import EditOutlined from '@mui/icons-material/EditOutlined';
import Button from '@mui/material/Button';
import { useNotify, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Campaign } from '#schema/campaign.ts';
import { money } from '../../../core/format.ts';
import { offers } from '../../../core/offers.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { useHiddenLength } from '../../../crud/MessageText.tsx';
import { useIsGone } from '../../../crud/useIsGone.ts';

/**
 * Copies a campaign to a new draft, or edits it until its sending starts: not while it is prepared, because that may be over at any
 * moment. An accepted campaign is never changed, so that only checked and paid texts are sent: editing cancels it.
 */
export function CopyActions({
  campaign: { uuid, body, status, cost },
  onCancel,
}: {
  campaign: Campaign;
  /** Cancels the campaign and returns it, or undefined if it is not cancelled; undefined where the server cannot. */
  onCancel?: (() => Promise<Partial<Campaign> | undefined>) | undefined;
}) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const isGone = useIsGone();
  const [isAsking, setAsking] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const notify = useNotify();
  const isEditable = onCancel && (status === 'scheduled' || status === 'draft');
  const isHidden = useHiddenLength(body) !== undefined;
  if (isHidden) return null;
  const copy = () => navigate(`/sms/bulk-sms?copy=${uuid}`);
  const edit = async () => {
    if (!onCancel || isBusy) return;
    setBusy(true);
    const cancelled = await onCancel();
    setBusy(false);
    setAsking(false);
    if (!cancelled || isGone.current) return;
    // Its time has come since: a copy with all recipients would reach some of them twice.
    if (cancelled.started_at) notify('campaign.editLate', { type: 'warning', autoHideDuration: null });
    else copy();
  };
  return (
    <>
      {isEditable && (
        <Button variant="outlined" startIcon={<EditOutlined />} onClick={() => setAsking(true)}>
          {translate('crud.show.edit')}
        </Button>
      )}
      <Button startIcon={<ContentCopyRounded />} onClick={copy}>
        {translate('campaign.duplicate')}
      </Button>
      <ConfirmDialog
        // While it is being cancelled it stays, whatever the campaign has become.
        open={isAsking && (isEditable || isBusy)}
        busy={isBusy}
        title={translate('campaign.editTitle')}
        confirm={translate('campaign.editConfirm')}
        // “Cancel” beside “Cancel and edit” would leave open which of both cancels it.
        cancel={translate('errors.back')}
        onConfirm={() => void edit()}
        onClose={() => setAsking(false)}
      >
        {translate('campaign.editText', { cost: money(cost) })}{' '}
        {translate(offers('campaign-recipients') ? 'campaign.editKept' : 'campaign.editChoose')}{' '}
        {offers('campaign-schedule') && translate('campaign.editTime')}
      </ConfirmDialog>
    </>
  );
}
