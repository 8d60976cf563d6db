import { useTranslate } from 'ra-core';
import { webhook, webhookEvents } from '#schema/webhook.ts';
import { useLabels } from '../../../core/labels.ts';
import { offers } from '../../../core/offers.ts';
import { ChecksInput } from '../../../crud/ChecksInput.tsx';
import { inputFor } from '../../../crud/inputs.tsx';

const { url, is_active } = webhook.fields;
const UrlInput = inputFor(url.kind);
const ActiveInput = inputFor(is_active.kind);

/** A webhook's inputs: address, events, and whether it is on. */
export function Inputs({ autoFocus }: { autoFocus?: boolean }) {
  const translate = useTranslate();
  const labels = useLabels(webhook);
  const checks = (of: string) =>
    webhookEvents
      .filter((event) => event.startsWith(`${of}.`) && (!event.endsWith('.read') || offers('viber')))
      .map((event) => ({ value: event, label: labels.choice('events', event) }));
  return (
    <>
      <UrlInput entity={webhook} name="url" field={url} autoFocus={autoFocus} />
      <ChecksInput
        source="events"
        label={labels.field('events')}
        help={labels.help('events')}
        groups={[
          { heading: translate('webhook.ofMessages'), checks: checks('message') },
          { heading: translate('webhook.ofCampaigns'), checks: checks('campaign') },
          { heading: translate('webhook.ofAccount'), checks: checks('account') },
        ]}
      />
      <ActiveInput entity={webhook} name="is_active" field={is_active} />
    </>
  );
}
