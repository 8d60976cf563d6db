import Chip from '@mui/material/Chip';
import { useTranslate } from 'ra-core';
import type { ReviewReason } from '#schema/reviewReasons.ts';
import { usePreferences } from '../../layout/useUser.ts';
import { ReasonDialog } from './ReasonDialog.tsx';
import type { DecisionState } from './useDecision.ts';

interface Props {
  title: string;
  reasons: readonly ReviewReason[];
  decision: DecisionState;
  onReject(reason: string): void;
}

/** Asks for the reason, which the customer reads: one of the common reasons or free text. */
export function RejectDialog({ title, reasons, decision, onReject }: Props) {
  const translate = useTranslate();
  const { language } = usePreferences();
  return (
    <ReasonDialog
      open={decision.asking === 'reject'}
      danger
      state={decision}
      className="review-dialog"
      title={title}
      confirm={translate('reviews.reject')}
      reason={{
        label: translate('reviews.reason'),
        help: translate('reviews.reasonHelp'),
        isRequired: true,
      }}
      above={(text, write) => (
        <fieldset className="review-reasons">
          <legend>{translate('reviews.oftenReason')}</legend>
          {reasons.map(({ en, [language]: reason }) => (
            <Chip
              key={en}
              variant={text === reason ? 'filled' : 'outlined'}
              color={text === reason ? 'primary' : 'default'}
              aria-pressed={text === reason}
              label={reason}
              disabled={decision.isBusy}
              onClick={() => write(reason)}
            />
          ))}
        </fieldset>
      )}
      // A chosen reason is stored in English and shown in the reader's language.
      onConfirm={(typed) => onReject(reasons.find((one) => one[language] === typed)?.en ?? typed)}
    />
  );
}
