import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type FormEvent, useState } from 'react';
import type { Trial, TrialCodeSent } from '#schema/trial.ts';
import { TRIAL } from '#schema/trialFacts.ts';
import { spaced } from '../../core/labels.ts';
import { FailureAlert } from '../../layout/FailureAlert.tsx';
import { useUser } from '../../layout/useUser.ts';
import { useAsk } from './useAsk.ts';

interface Props {
  trial: Trial;
  onChange(trial: Trial): void;
}

/** Confirms the person's number by a code: first the number, then the code. */
export function TrialNumber({ trial, onChange }: Props) {
  const translate = useTranslate();
  const known = useUser()?.phone ?? '';
  const [phone, setPhone] = useState(spaced(trial.phone ?? known));
  const [code, setCode] = useState('');
  const [outbox, setOutbox] = useState<string>();
  const [isCode, setIsCode] = useState(trial.code_sent);
  const { ask, isBusy, failure, fieldError } = useAsk();

  const sendCode = () =>
    ask(async (json) => {
      const { outbox: shown, ...next } = await json<TrialCodeSent>(`${TRIAL}code/`, { phone });
      setOutbox(shown);
      setCode('');
      setIsCode(true);
      onChange(next);
    });
  const confirm = () => ask(async (json) => onChange(await json<Trial>(`${TRIAL}verify/`, { code })));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (isCode ? confirm() : sendCode());
  };

  return (
    <form className="dash-trial-form" onSubmit={submit} noValidate>
      {isCode ? (
        <TextField
          key="code"
          label={translate('trial.code')}
          value={code}
          onChange={({ target }) => setCode(target.value)}
          error={Boolean(fieldError('code'))}
          helperText={
            fieldError('code') ?? translate('trial.codeSent', { phone: spaced(trial.phone ?? phone) })
          }
          autoFocus
          slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'one-time-code', maxLength: 12 } }}
        />
      ) : (
        <TextField
          key="phone"
          type="tel"
          label={translate('trial.phone')}
          value={phone}
          onChange={({ target }) => setPhone(target.value)}
          error={Boolean(fieldError('phone'))}
          helperText={fieldError('phone') ?? translate('trial.phoneHelp')}
          slotProps={{ htmlInput: { inputMode: 'tel', autoComplete: 'tel-national', maxLength: 30 } }}
        />
      )}
      {outbox && (
        <p className="dash-quiet">
          <a href={outbox} target="_blank" rel="noreferrer">
            {translate('trial.outbox')}
          </a>
        </p>
      )}
      {failure && <FailureAlert failure={failure} quiet />}
      <div className="dash-trial-buttons">
        <Button type="submit" variant="contained" loading={isBusy}>
          {translate(isCode ? 'trial.confirm' : 'trial.sendCode')}
        </Button>
        {isCode && (
          <>
            <Button onClick={() => void sendCode()} disabled={isBusy}>
              {translate('trial.resend')}
            </Button>
            <Button onClick={() => setIsCode(false)} disabled={isBusy}>
              {translate('trial.otherNumber')}
            </Button>
          </>
        )}
      </div>
    </form>
  );
}
