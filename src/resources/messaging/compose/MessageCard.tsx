import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { lazy, Suspense, useDeferredValue, useMemo, useState } from 'react';
import { offers } from '../../../core/offers.ts';
import { useUser } from '../../../layout/useUser.ts';
import { BodyInput } from './BodyInput.tsx';
import type { CardProps } from './draft.ts';
import { needsSms } from './fallback.ts';
import { SenderSelect } from './SenderSelect.tsx';
import { TemplateSelect } from './TemplateSelect.tsx';
import type { FirstRecipient } from './useFirstRecipient.ts';

const ChannelInput = lazy(() => import('./ChannelInput.tsx').then((m) => ({ default: m.ChannelInput })));

const NAME_MAX = 120;

/** Name, sender and text. */
export function MessageCard({ draft, edit, errors, first }: CardProps & { first: FirstRecipient }) {
  const translate = useTranslate();
  // A typed character renders only the text before it is visible.
  const { sender, senderName } = draft;
  const from = useMemo(() => ({ sender, senderName }), [sender, senderName]);
  const body = useDeferredValue(draft.body);
  const written = useMemo(() => ({ body }), [body]);
  const channel = <ChannelInput draft={draft} edit={edit} errors={errors} />;
  const user = useUser();
  const [isExpected] = useState(user?.viber === true || draft.channel === 'viber');
  return (
    <section className="crud-card compose-card" aria-labelledby="compose-message">
      <h2 id="compose-message">{translate('compose.message')}</h2>
      <TextField
        id="compose-name"
        label={translate('compose.name')}
        helperText={errors.name ? translate(errors.name, { _: errors.name }) : translate('compose.nameHelp')}
        error={Boolean(errors.name)}
        value={draft.name}
        onChange={(event) => edit({ name: event.target.value })}
        fullWidth
        slotProps={{ htmlInput: { maxLength: NAME_MAX, autoComplete: 'off' } }}
      />
      {/* Where it is expected, the page waits for its code, so that what is below does not move. */}
      {offers('viber') && (isExpected ? channel : <Suspense>{channel}</Suspense>)}
      {needsSms(draft) && <SenderSelect draft={from} edit={edit} errors={errors} />}
      <TemplateSelect draft={written} edit={edit} />
      <BodyInput
        id="compose-body"
        value={draft.body}
        onChange={(body) => edit({ body })}
        names={first.names}
        values={first.values}
        channels={draft.channel === 'sms' ? ['sms'] : needsSms(draft) ? ['viber', 'sms'] : ['viber']}
        error={errors.body && translate(errors.body, { _: errors.body })}
      />
    </section>
  );
}
