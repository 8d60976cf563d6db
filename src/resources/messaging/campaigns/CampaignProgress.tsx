import { useTranslate } from 'ra-core';
import { number } from '../../../core/format.ts';
import { EmptyValue } from '../../../crud/fields.tsx';
import { OutcomeBar } from './OutcomeBar.tsx';
import { doneCount, isCounted, type ShownCampaign } from './progress.ts';

/** How far a campaign is, in a list: a bar and a count; a dash if the server does not say. */
export function CampaignProgress({ campaign }: { campaign: ShownCampaign }) {
  const translate = useTranslate();
  if (!isCounted(campaign)) return <EmptyValue />;
  return (
    <span className="campaign-progress">
      <OutcomeBar campaign={campaign} />
      <span className="crud-number">
        {translate('campaign.progressOf', {
          done: number(doneCount(campaign)),
          total: number(campaign.recipients),
        })}
      </span>
    </span>
  );
}
