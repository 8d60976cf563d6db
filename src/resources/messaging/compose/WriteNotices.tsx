import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { memo } from 'react';
import type { Channel } from '#schema/channel.ts';
import type { HttpError } from '../../../core/http.ts';
import { useSmsConfig } from '../../../crud/useSmsConfig.ts';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';
import { NoOperatorAlert } from './PlanFigures.tsx';

interface WriteNoticesProps {
  /** The draft was there when the page was opened. */
  isBack: boolean;
  /** A send request got no answer: for this text, or for an earlier one. */
  isUncertain: boolean;
  isSendable: boolean;
  channel: Channel;
  onDiscard(): void;
  /** Returns to the finished check. */
  onReturn(): void;
}

/** What to know before writing, above the form; not rendered for each typed character. */
export const WriteNotices = memo(function WriteNotices(props: WriteNoticesProps) {
  const translate = useTranslate();
  const isOpen = props.isSendable || props.isUncertain;
  const discard = props.isBack && (
    <Button color="inherit" onClick={props.onDiscard}>
      {translate('compose.discard')}
    </Button>
  );
  const isNobodyThere = useSmsConfig()?.destination === 'none';
  return (
    <>
      {props.isBack && !isOpen && (
        <Alert severity="info" variant="outlined" action={discard}>
          {translate('compose.draftBack')}
        </Alert>
      )}
      {isOpen && (
        <Alert
          severity="warning"
          variant="outlined"
          action={
            <>
              {discard}
              {props.isUncertain && (
                <Button color="inherit" onClick={props.onReturn}>
                  {translate('compose.stepCheck')}
                </Button>
              )}
            </>
          }
        >
          {translate('compose.leaveUncertain')}
        </Alert>
      )}
      {isNobodyThere && props.channel === 'sms' && <NoOperatorAlert />}
    </>
  );
});

/** Why the check could not be made. */
export function CheckFailure({ failure }: { failure: HttpError }) {
  const translate = useTranslate();
  return (
    <FailureAlert failure={failure} title={translate('compose.checkFailed')} quiet>
      {translate('compose.checkFailedText', {
        reason: translate(failure.message, { _: failure.message }),
      })}
    </FailureAlert>
  );
}
