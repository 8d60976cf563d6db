import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useLayoutEffect, useRef, useState } from 'react';
import type { Campaign } from '#schema/campaign.ts';
import { entityOf } from '../../../core/entities.ts';
import { today, toLocalInput } from '../../../core/format.ts';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { isUncertainWithoutKey } from '../../../core/isUncertain.ts';
import { ConfirmDialog } from '../../../crud/ConfirmDialog.tsx';
import { focusWrong } from '../../../crud/focusField.ts';
import { MomentInput } from '../../../crud/MomentInput.tsx';
import { momentOf, momentProblem } from '../../../crud/moment.ts';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';
import { onWritten } from '../../../layout/onWritten.ts';
import { COMPOSE } from '../compose/useSend.ts';

const campaign = entityOf('sms');

/** Another time for a campaign whose sending has not started, or now. Its text, recipients and cost stay. */
export function RescheduleDialog({
  campaign: { uuid, status, scheduled_at },
  onDone,
  onClose,
}: {
  campaign: Campaign;
  onDone(): void;
  onClose(): void;
}) {
  const translate = useTranslate();
  const [at, setAt] = useState(() => toLocalInput(scheduled_at));
  const [error, setError] = useState<{ text: string }>();
  const [failure, setFailure] = useState<HttpError>();
  const [isUnanswered, setUnanswered] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const content = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (error) focusWrong(content.current);
  }, [error]);

  const save = async (moment: string | null) => {
    if (busy.current) return;
    busy.current = true;
    setBusy(true);
    setFailure(undefined);
    try {
      const body = { scheduled_at: moment };
      const answer = await http.json(`${COMPOSE}${uuid}/schedule/`, { method: 'POST', body });
      onWritten(campaign, { uuid, ...body }, answer);
      onDone();
      onClose();
    } catch (problem) {
      const failed = asFailure(problem);
      const field = failed.body.errors?.scheduled_at?.[0];
      if (field) setError({ text: field });
      else setFailure(failed);
      const isOpen = isUncertainWithoutKey(failed, isUnanswered);
      setUnanswered(isOpen);
      // The page behind the dialog shows what has become of it.
      if (isOpen) onDone();
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };
  const confirm = () => {
    const problem = momentProblem(at);
    if (problem) return setError({ text: problem === 'past' ? 'compose.atPast' : 'compose.atMissing' });
    void save(momentOf(at));
  };

  return (
    <ConfirmDialog
      open
      busy={isBusy}
      title={translate('campaign.rescheduleTitle')}
      confirm={translate('campaign.rescheduleConfirm')}
      other={
        status === 'scheduled' && (
          <Button disabled={isBusy} onClick={() => void save(null)}>
            {translate('compose.sendNow')}
          </Button>
        )
      }
      onConfirm={confirm}
      onClose={onClose}
    >
      <div className="campaign-dialog" ref={content}>
        <p>{translate('campaign.rescheduleText')}</p>
        <MomentInput
          id="campaign-at"
          label={translate('compose.atDay')}
          min={today()}
          at={at}
          onChange={(next) => {
            setAt(next);
            setError(undefined);
          }}
          error={Boolean(error)}
          help={error && translate(error.text, { _: error.text })}
        />
        {failure && (
          <FailureAlert failure={failure} quiet>
            {translate(isUnanswered ? 'campaign.actionUncertain' : 'campaign.actionFailed', {
              reason: translate(failure.message, { _: failure.message }),
            })}
          </FailureAlert>
        )}
      </div>
    </ConfirmDialog>
  );
}
