import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import DialogActions from '@mui/material/DialogActions';
import DialogContent from '@mui/material/DialogContent';
import DialogTitle from '@mui/material/DialogTitle';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type FormEvent, useId, useRef, useState } from 'react';
import type { Campaign } from '#schema/campaign.ts';
import { own } from '#schema/own.ts';
import { readPhone } from '#schema/phone.ts';
import { placeholders } from '#schema/sms.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { drafts } from '../../../core/drafts.ts';
import { number } from '../../../core/format.ts';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { spaced } from '../../../core/labels.ts';
import { withKey } from '../../../core/withKey.ts';
import { useNumberPlan } from '../../../crud/useSmsConfig.ts';
import { Dialog } from '../../../layout/Dialog.tsx';
import { FailureAlert } from '../../../layout/FailureAlert.tsx';
import { byOperator, EstimateText } from './CostEstimate.tsx';
import { channelOf, type Draft } from './draft.ts';
import { fallbackOf, needsSms } from './fallback.ts';
import { readNumber } from './numbers.ts';
import { PhonePreview } from './PhonePreview.tsx';
import { countBody, type Values } from './texts.ts';
import { ViberEstimate } from './ViberEstimate.tsx';

type Errors = Record<string, string | undefined>;

/** A test whose answer is not known. `until`: when the same order is another test, in milliseconds by the browser's clock. */
interface Attempt {
  order: string;
  key: string;
  until: number;
}
const ATTEMPTS = 'compose-tests';
const KEPT = 5 * 60_000;

const attemptsExcept = (order?: string): Attempt[] =>
  (drafts.read<Attempt[]>(ATTEMPTS) ?? []).filter(
    (attempt) => attempt.order !== order && Date.now() < attempt.until,
  );

/** Kept beyond a reload, and each of several: a test to another number says nothing of the first. */
const unanswered = {
  get: (order: string) => attemptsExcept().find((attempt) => attempt.order === order)?.key,
  set: (order: string, key: string) =>
    drafts.keep(ATTEMPTS, [...attemptsExcept(order), { order, key, until: Date.now() + KEPT }]),
  delete(order: string) {
    const others = attemptsExcept(order);
    if (others.length > 0) drafts.keep(ATTEMPTS, others);
    else drafts.drop(ATTEMPTS);
  },
};

/** Sends one message to one number, with sample values for placeholders. It shows that a test costs as much as any message. */
export function TestDialog({
  draft,
  values: first,
  onClose,
}: {
  draft: Draft;
  values: Values;
  onClose(): void;
}) {
  const translate = useTranslate();
  const id = useId();
  const names = placeholders(draft.body);
  const plan = useNumberPlan();
  const [phone, setPhone] = useState('');
  const [values, setValues] = useState<Record<string, string>>(() =>
    Object.fromEntries(names.map((name) => [name, own(first, name) ?? ''])),
  );
  const [errors, setErrors] = useState<Errors>({});
  const [failure, setFailure] = useState<HttpError>();
  const [isUncertain, setUncertain] = useState(false);
  const [sent, setSent] = useState<{ campaign: Campaign; phone: string }>();
  const [isBusy, setBusy] = useState(false);
  const busy = useRef(false);
  const isViber = draft.channel === 'viber';
  const isReady = draft.body.trim() !== '' && (isViber ? isViberReady(draft) : draft.sender !== '');
  const size = countBody(draft.body, values);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    event.stopPropagation();
    if (busy.current) return;
    const found: Errors = {};
    const read = readNumber(phone, plan);
    if (read.problem) found.phone = read.problem;
    for (const name of names) if (!own(values, name)?.trim()) found[`value ${name}`] = 'compose.required';
    setErrors(found);
    setFailure(undefined);
    setSent(undefined);
    if (Object.keys(found).length > 0) return;
    const sender = needsSms(draft) ? draft.sender : null;
    const body = { sender, body: draft.body, phone, values, ...channelOf(draft) };
    const order = JSON.stringify(body);
    busy.current = true;
    setBusy(true);
    try {
      const { data } = await withKey(unanswered, order, (idempotencyKey) =>
        http.json<{ data: Campaign }>('/v1/sms/compose/test/', { body, idempotencyKey }),
      );
      setSent({ campaign: data, phone: read.phone ?? phone });
      void refreshProfile();
    } catch (error) {
      setUncertain(unanswered.get(order) !== undefined);
      setFailure(asFailure(error));
    } finally {
      busy.current = false;
      setBusy(false);
    }
  };

  const text = (key: string | undefined) => key && translate(key, { _: key });
  // Shown as soon as the number is complete, because nobody would receive the test.
  const isWhole = readPhone(phone).phone !== undefined;
  const known = readNumber(phone, plan).phone;
  const recipients =
    known && plan
      ? { byOperator: byOperator([known], plan), others: 0 }
      : { byOperator: new Map(), others: 1 };
  const phoneProblem = isWhole ? readNumber(phone, plan).problem : errors.phone;
  return (
    <Dialog open onClose={isBusy ? undefined : onClose} aria-labelledby={id} maxWidth="sm" fullWidth>
      <form onSubmit={(event) => void submit(event)} noValidate>
        <DialogTitle id={id}>{translate('compose.testTitle')}</DialogTitle>
        <DialogContent className="compose-test">
          <p>
            {translate('compose.testText')}{' '}
            {isViber && translate(needsSms(draft) ? 'compose.testViberSms' : 'compose.testViber')}
            {isReady &&
              !isViber &&
              translate('compose.testSize', {
                parts: translate('text.parts', { smart_count: size.parts, count: number(size.parts) }),
                encoding: translate(size.encoding === 'GSM-7' ? 'text.gsm' : 'text.unicode'),
              })}
          </p>
          {isReady && (
            <p className="compose-estimate" role="status">
              {isViber ? (
                <ViberEstimate draft={draft} recipients={recipients} values={values} />
              ) : (
                <EstimateText recipients={recipients} parts={size.parts} />
              )}
            </p>
          )}
          {!isReady && (
            <Alert severity="info" variant="outlined">
              {translate(isViber ? 'compose.testNeedsViber' : 'compose.testNeeds')}
            </Alert>
          )}
          <TextField
            id="compose-test-phone"
            type="tel"
            label={translate('compose.testPhone')}
            value={phone}
            onChange={(event) => setPhone(event.target.value)}
            error={Boolean(phoneProblem)}
            helperText={text(phoneProblem)}
            autoFocus
            fullWidth
            slotProps={{ htmlInput: { inputMode: 'tel', autoComplete: 'tel-national' } }}
          />
          {names.map((name) => (
            <TextField
              key={name}
              id={`compose-test-${name}`}
              label={translate('compose.testValue', { name })}
              value={own(values, name) ?? ''}
              onChange={(event) => setValues({ ...values, [name]: event.target.value })}
              error={Boolean(errors[`value ${name}`])}
              helperText={text(errors[`value ${name}`])}
              fullWidth
            />
          ))}
          {isReady && (
            <PhonePreview
              sender={isViber ? draft.viberName : draft.senderName}
              body={draft.body}
              values={values}
            />
          )}
          {failure && (
            <FailureAlert failure={failure} quiet>
              {isUncertain
                ? translate('compose.testUncertain')
                : translate('sending.refusedText', { reason: text(failure.message) })}
            </FailureAlert>
          )}
          {sent && (
            <Alert severity="success" variant="outlined">
              {translate(testText(sent.campaign), { phone: spaced(sent.phone) })}{' '}
              {sent.campaign.test && `${translate('campaign.testText')} `}
              <a href={`/sms/${sent.campaign.uuid}/show`} target="_blank" rel="noreferrer">
                {translate('compose.testOpen')}
              </a>
            </Alert>
          )}
        </DialogContent>
        <DialogActions>
          <Button onClick={onClose} disabled={isBusy}>
            {translate(sent ? 'compose.testClose' : 'crud.form.cancel')}
          </Button>
          <Button type="submit" variant="contained" disabled={!isReady} loading={isBusy}>
            {translate(failure && isUncertain ? 'sending.tryAgain' : 'compose.testSend')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}

/** Whether a draft over Viber has its senders and minutes. */
const isViberReady = (draft: Draft): boolean =>
  draft.viber !== '' && fallbackOf(draft) !== undefined && (!needsSms(draft) || draft.sender !== '');

/** The key of what happens next to an accepted test message. */
const testText = ({ status, waits_for }: Campaign): string =>
  status !== 'draft'
    ? 'compose.testSent'
    : waits_for === 'colleague'
      ? 'compose.testWaitsColleague'
      : 'compose.testWaits';
