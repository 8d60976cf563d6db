import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type FormEvent, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { own } from '#schema/own.ts';
import { countSms, placeholders, renderBody } from '#schema/sms.ts';
import type { Trial, TrialSent } from '#schema/trial.ts';
import { TRIAL, TRIAL_PARTS, trialSamples } from '#schema/trialFacts.ts';
import { dataOf } from '../../core/dataOf.ts';
import { number } from '../../core/format.ts';
import { http } from '../../core/http.ts';
import { spaced } from '../../core/labels.ts';
import { withKey } from '../../core/withKey.ts';
import { FailureAlert } from '../../layout/FailureAlert.tsx';
import { usePreferences } from '../../layout/useUser.ts';
import { useAsk } from './useAsk.ts';

interface Props {
  trial: Trial;
  onChange(trial: Trial): void;
}

/** Writes a message as one of the sample contacts would get it, and sends it to the person's own number. */
export function TrialMessage({ trial, onChange }: Props) {
  const translate = useTranslate();
  const { language } = usePreferences();
  const { template, contacts } = trialSamples[language];
  const [body, setBody] = useState<string>(template.body);
  const [chosen, setChosen] = useState(0);
  const [sent, setSent] = useState<string>();
  const { ask, isBusy, failure, fieldError } = useAsk();
  /** The keys of messages whose answer is not known, by message. */
  const unanswered = useRef(new Map<string, string>());

  const contact = contacts[chosen] ?? contacts[0];
  const all: Record<string, string> = { name: contact.name, ...contact.attributes };
  const names = placeholders(body);
  const values = Object.fromEntries(
    names.flatMap((name) => {
      const value = own(all, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const { text } = renderBody(body, values);
  const { parts } = countSms(text);
  const phone = spaced(trial.phone ?? '');
  const problem =
    parts > TRIAL_PARTS
      ? translate('trial.tooLong', { most: number(TRIAL_PARTS), count: number(parts) })
      : (fieldError('body') ?? fieldError('values') ?? fieldError('phone'));

  const submit = (event: FormEvent) => {
    event.preventDefault();
    void ask(async (json) => {
      const order = { body, values };
      setSent(undefined);
      // The same message again after a lost answer is the same request, also after another one.
      const { campaign, ...next } = await withKey(unanswered.current, JSON.stringify(order), (key) =>
        json<TrialSent>(`${TRIAL}send/`, order, key),
      );
      setSent(campaign);
      onChange(next);
    });
  };
  const removeSamples = () =>
    ask(async () => onChange(dataOf<Trial>(await http.json(`${TRIAL}samples/`, { method: 'DELETE' }))));

  return (
    <form className="dash-trial-form" onSubmit={submit} noValidate>
      {trial.left > 0 ? (
        <>
          <TextField
            select
            label={translate('trial.as')}
            value={String(chosen)}
            onChange={({ target }) => setChosen(Number(target.value))}
            slotProps={{ select: { native: true } }}
          >
            {contacts.map(({ name }, index) => (
              <option key={name} value={index}>
                {name}
              </option>
            ))}
          </TextField>
          <TextField
            label={translate('trial.message')}
            value={body}
            onChange={({ target }) => setBody(target.value)}
            error={Boolean(problem)}
            helperText={problem ?? translate('trial.placeholders')}
            multiline
            minRows={3}
            slotProps={{ htmlInput: { maxLength: 1000 } }}
          />
          <figure className="dash-trial-preview" aria-label={translate('text.preview')}>
            <figcaption>{trial.sender}</figcaption>
            <p>{text}</p>
          </figure>
        </>
      ) : (
        <p>{translate('trial.over')}</p>
      )}
      {failure && <FailureAlert failure={failure} quiet />}
      <div role="status">
        {sent && (
          <Alert severity="success" variant="outlined" role="none">
            {translate('trial.sent', { phone })}{' '}
            <Link to={`/sms/${sent}/show`}>{translate('trial.seeResult')}</Link>
          </Alert>
        )}
      </div>
      <div className="dash-trial-buttons">
        {trial.left > 0 && (
          <Button type="submit" variant="contained" loading={isBusy} disabled={body.trim() === ''}>
            {translate('trial.send', { phone })}
          </Button>
        )}
        {trial.samples && (
          <Button onClick={() => void removeSamples()} disabled={isBusy}>
            {translate('trial.removeSamples')}
          </Button>
        )}
      </div>
    </form>
  );
}
