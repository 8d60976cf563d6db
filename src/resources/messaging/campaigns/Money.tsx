import { useTranslate } from 'ra-core';
import { hasEnded } from '#schema/campaignState.ts';
import { number, rupees } from '../../../core/format.ts';
import type { ShownCampaign } from './progress.ts';
import './campaigns.css';
import '../../../crud/crud.css';

/** The amount held when the campaign was accepted, and where it went, as far as the server says it. */
export function Money({ campaign }: { campaign: ShownCampaign }) {
  const translate = useTranslate();
  const { status, cost, captured, released, package_parts } = campaign;
  const moved = [captured, released].reduce((sum, amount) => sum + (amount ?? 0), 0);
  // If a server does not say what was charged, the amount still held is unknown.
  const isKnown = [cost, captured, released].every((amount) => amount !== undefined);
  const stillHeld = isKnown ? Math.max(0, cost - moved) : undefined;
  const isFinal = hasEnded(status) && stillHeld === 0;
  const lines = (
    [
      [isKnown ? 'campaign.held' : 'resources.sms.fields.cost', cost],
      [isFinal ? 'resources.sms.fields.captured' : 'campaign.charged', captured],
      ['campaign.back', released],
      ['campaign.stillHeld', stillHeld],
    ] as const
  ).filter(([, amount]) => amount !== undefined);
  if (lines.length === 0) return null;
  return (
    <section className="crud-card campaign-card" aria-labelledby="campaign-money">
      <h2 id="campaign-money">{translate('campaign.money')}</h2>
      <dl className={isKnown ? 'crud-figures has-sum' : 'crud-figures'}>
        {package_parts > 0 && (
          <div>
            <dt>{translate('campaign.packages')}</dt>
            <dd>{number(package_parts)}</dd>
          </div>
        )}
        {lines.map(([key, amount]) => (
          <div key={key}>
            <dt>{translate(key)}</dt>
            <dd>{rupees(amount)}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
