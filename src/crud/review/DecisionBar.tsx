import CheckRounded from '@mui/icons-material/CheckRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import type { ReviewReason } from '#schema/reviewReasons.ts';
import { hasPermission } from '../../core/access.ts';
import { Notice } from '../../layout/Notice.tsx';
import type { Row } from '../DeleteButton.tsx';
import { DecisionFailure } from './DecisionFailure.tsx';
import { useUnread } from './ReadVersion.tsx';
import { RejectDialog } from './RejectDialog.tsx';
import { type DecisionState, useDecision } from './useDecision.ts';
import type { Queue } from './useQueue.ts';
import { useShortcut } from './useShortcut.ts';
import './reviews.css';

export interface DecisionBarProps {
  queue: Queue;
  record: Row;
  /** Label of the approving button. */
  yes: string;
  /** The approval dialog, mounted while the record waits. Null: the user may not approve. */
  approval: ((decision: DecisionState) => ReactNode) | null;
  /** Title of the rejection dialog, and the reasons that it offers. */
  no: { title: string; reasons: readonly ReviewReason[]; done: string };
  reject(reason: string): Promise<unknown>;
}

/**
 * At the foot of a waiting record: approve and reject, for users who may decide. Alt+A and Alt+R open the dialogs. If two
 * people decide at the same time, the second sees what the first did. Key it by the record's id.
 */
export function DecisionBar({ queue, record, yes, approval, no, reject }: DecisionBarProps) {
  const translate = useTranslate();
  const decision = useDecision(queue, record);
  const isPending = record.status === 'pending';
  const canDecide = hasPermission(queue.decide);
  const isOffered = isPending && canDecide;
  useShortcut('KeyA', isOffered && approval ? () => decision.ask('approve') : undefined);
  useShortcut('KeyR', isOffered ? () => decision.ask('reject') : undefined);
  const readNew = useUnread();
  const { refusal, isBusy } = decision;
  if (!refusal && !isPending) return null;

  return (
    <section className="review-bar" aria-label={translate('reviews.decision')}>
      {refusal && (
        <DecisionFailure
          failure={refusal}
          isUncertain={decision.isUncertain}
          // An unanswered decision may be this one.
          isDecided={!isPending && !decision.isUncertain}
        />
      )}
      {readNew && (
        <Notice
          severity="warning"
          title={translate('reviews.changed')}
          action={
            <Button
              color="inherit"
              size="small"
              onClick={() => {
                decision.close();
                readNew();
              }}
            >
              {translate('reviews.readNew')}
            </Button>
          }
        >
          {translate('reviews.changedText')}
        </Notice>
      )}
      {isPending && !canDecide && <p>{translate('reviews.mayNot')}</p>}
      {isOffered && (
        <div className="review-buttons">
          <Button
            color="error"
            variant="outlined"
            startIcon={<CloseRounded />}
            disabled={isBusy}
            aria-keyshortcuts="Alt+R"
            onClick={() => decision.ask('reject')}
          >
            {translate('reviews.reject')} <Keys letter="R" />
          </Button>
          {approval && (
            <Button
              variant="contained"
              startIcon={<CheckRounded />}
              disabled={isBusy}
              aria-keyshortcuts="Alt+A"
              onClick={() => decision.ask('approve')}
            >
              {yes} <Keys letter="A" />
            </Button>
          )}
        </div>
      )}
      {isOffered && approval?.(decision)}
      {isOffered && (
        <RejectDialog
          title={no.title}
          reasons={no.reasons}
          decision={decision}
          onReject={(reason) => void decision.send(() => reject(reason), no.done, { reason })}
        />
      )}
    </section>
  );
}

/** Only visual: screen readers get it from `aria-keyshortcuts`. */
const Keys = ({ letter }: { letter: string }) => (
  <span aria-hidden="true">
    <kbd>Alt+{letter}</kbd>
  </span>
);
