import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { CampaignResults } from '#schema/campaignResults.ts';
import { number } from '../../../core/format.ts';
import { OperatorFigures } from '../OperatorFigures.tsx';
import type { ShownCampaign } from './progress.ts';
import { RowToCome, toCome } from './RowToCome.tsx';

const COLUMNS = [
  'plan.messages',
  'charts.delivered',
  'campaign.read',
  'charts.failedMessages',
  'campaign.waitsForViber',
];

type Counts = Pick<
  NonNullable<CampaignResults['channels']>[number],
  'messages' | 'delivered' | 'read' | 'failed' | 'waiting'
>;
const NONE: Counts = { messages: 0, delivered: 0, read: 0, failed: 0, waiting: 0 };

/** In the order of the columns; only Viber knows what was read. */
const countsOf = ({ messages, delivered, read, failed, waiting }: Counts, channel: string) => [
  messages,
  delivered,
  channel === 'viber' ? read : null,
  failed,
  waiting,
];

interface Props {
  /** Undefined while they load. */
  channels: CampaignResults['channels'];
  campaign: Pick<ShownCampaign, 'fallback_minutes'>;
}

/** Results by the channel that each message was sent over in the end, of a campaign over Viber. */
export function ChannelResults({ channels, campaign }: Props) {
  const translate = useTranslate();
  const heading = useId();
  const planned: string[] = campaign.fallback_minutes ? ['viber', 'sms'] : ['viber'];
  // All that the campaign may have used, so that the table has its rows before the results come.
  const shown = [...new Set([...planned, ...(channels ?? []).map(({ channel }) => channel)])];
  const name = (channel: string) => translate(`crud.choices.${channel}`, { _: channel });
  return (
    <div className="crud-card campaign-card campaign-channels" {...(!channels && toCome)}>
      <h2 id={heading}>{translate('campaign.byChannel')}</h2>
      <OperatorFigures labelledBy={heading} first="campaign.channel" columns={COLUMNS}>
        <tbody>
          {shown.map((channel) =>
            channels ? (
              <tr key={channel}>
                <th scope="row">{name(channel)}</th>
                {countsOf(channels.find((one) => one.channel === channel) ?? NONE, channel).map(
                  (count, n) => (
                    <td key={COLUMNS[n]} className="sms-end">
                      {count === null ? '–' : number(count)}
                    </td>
                  ),
                )}
              </tr>
            ) : (
              <RowToCome key={channel} name={name(channel)} columns={COLUMNS.length} />
            ),
          )}
        </tbody>
      </OperatorFigures>
    </div>
  );
}
