import { useTranslate } from 'ra-core';
import { useId } from 'react';
import type { CampaignResults } from '#schema/campaignResults.ts';
import { number } from '../../../core/format.ts';
import { OperatorFigures } from '../OperatorFigures.tsx';

const COLUMNS = [
  'plan.messages',
  'charts.delivered',
  'campaign.read',
  'charts.failedMessages',
  'campaign.waitsForViber',
];

/** Results by the channel that each message was sent over in the end; nothing for campaigns of SMS alone. */
export function ChannelResults({ results: { channels } }: { results: CampaignResults }) {
  const translate = useTranslate();
  const heading = useId();
  if (!channels || channels.length === 0) return null;
  return (
    <div className="crud-card campaign-card campaign-channels">
      <h2 id={heading}>{translate('campaign.byChannel')}</h2>
      <OperatorFigures labelledBy={heading} first="campaign.channel" columns={COLUMNS}>
        <tbody>
          {channels.map(({ channel, messages, delivered, read, failed, waiting }) => (
            <tr key={channel}>
              <th scope="row">{translate(`crud.choices.${channel}`, { _: channel })}</th>
              {[messages, delivered, channel === 'viber' ? read : null, failed, waiting].map((count, n) => (
                <td key={COLUMNS[n]} className="sms-end">
                  {count === null ? '–' : number(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </OperatorFigures>
    </div>
  );
}
