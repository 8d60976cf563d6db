import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useState } from 'react';
import { MAIL_TEST, type MailTest } from '#schema/mailSettings.ts';
import { number } from '../../../../core/format.ts';
import { useSettingsCall } from '../useSettingsCall.ts';

const severity = { accepted: 'success', refused: 'error', unreachable: 'warning' } as const;

/** Sends a mail to the reader, and says what the mail server answered. */
export function TestMail() {
  const translate = useTranslate();
  const { isBusy, submit } = useSettingsCall();
  const [answer, setAnswer] = useState<MailTest>();
  const send = async () => {
    setAnswer(undefined);
    setAnswer((await submit<MailTest>('POST', MAIL_TEST, undefined, null)).data);
  };
  return (
    <section className="crud-card billing-section" aria-labelledby="mail-test">
      <h2 id="mail-test">{translate('mailSettings.test')}</h2>
      <p className="billing-lead">{translate('mailSettings.testHelp')}</p>
      {answer && (
        <Alert severity={severity[answer.result]} variant="outlined" role="status">
          {translate(`mailSettings.result.${answer.result}`, { to: answer.to, ms: number(answer.ms) })}
          {answer.detail && (
            <div className="billing-detail">{translate('mailSettings.said', { text: answer.detail })}</div>
          )}
        </Alert>
      )}
      <div className="crud-form-buttons">
        <Button variant="outlined" loading={isBusy} onClick={() => void send()}>
          {translate('mailSettings.sendTest')}
        </Button>
      </div>
    </section>
  );
}
