import { useTranslate } from 'ra-core';
import type { Campaign } from '#schema/campaign.ts';
import { costOf } from '#schema/campaignState.ts';
import { rupees } from '../core/format.ts';
import './cost.css';

type Costing = Pick<Campaign, 'status' | 'cost' | 'captured' | 'released' | 'test'>;

/** A campaign's cost in a list: the charged amount once it has ended, until then the held amount, marked as such. */
function Cost({ campaign }: { campaign: Costing }) {
  const translate = useTranslate();
  const { charged, held } = costOf(campaign);
  if (campaign.test && campaign.cost === 0) return <small>{translate('campaign.notCharged')}</small>;
  const heldLine = (
    <>
      <small>{translate('campaign.isHeld')}</small> {rupees(held)}
    </>
  );
  return (
    <span className="cost crud-number">
      {charged === null ? heldLine : <span>{rupees(charged)}</span>}
      {charged !== null && held > 0 && <span className="cost-held">{heldLine}</span>}
    </span>
  );
}

/** The `cost` cell of every list of campaigns. */
export const costCell = (record: unknown) => <Cost campaign={record as Costing} />;
