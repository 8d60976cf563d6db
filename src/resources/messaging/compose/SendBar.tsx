import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import ScheduleSendRounded from '@mui/icons-material/ScheduleSendRounded';
import SendRounded from '@mui/icons-material/SendRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';

/** The footer of the last step, always visible: back to writing, and the send button. */
export function SendBar({
  label,
  isScheduled,
  canSend = true,
  isSending,
  isAsking,
  onBack,
  onSend,
}: {
  /** The send button's text. */
  label: string;
  isScheduled: boolean;
  canSend?: boolean;
  isSending: boolean;
  /** A dialog is open, which shows the progress instead. */
  isAsking: boolean;
  onBack(): void;
  onSend(): void;
}) {
  const translate = useTranslate();
  return (
    <div className="compose-bar is-sticky">
      <Button startIcon={<ArrowBackRounded />} onClick={onBack} disabled={isSending}>
        {translate('compose.edit')}
      </Button>
      <Button
        variant="contained"
        size="large"
        startIcon={isScheduled ? <ScheduleSendRounded /> : <SendRounded />}
        disabled={!canSend}
        loading={isSending && !isAsking}
        loadingPosition="start"
        onClick={onSend}
      >
        {label}
      </Button>
    </div>
  );
}
