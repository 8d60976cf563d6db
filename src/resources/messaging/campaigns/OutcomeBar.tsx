import { outcomes, type ShownCampaign, uncounted } from './progress.ts';
import './campaigns.css';

/** Outcomes as a stacked bar. Purely visual, because the numbers next to it say the same. */
export function OutcomeBar({ campaign, large }: { campaign: ShownCampaign; large?: boolean }) {
  const rest = uncounted(campaign);
  return (
    <span className="campaign-bar" data-large={large || undefined} aria-hidden="true">
      {outcomes
        .filter((outcome) => campaign[outcome] > 0)
        .map((outcome) => (
          <span key={outcome} data-outcome={outcome} style={{ flexGrow: campaign[outcome] }} />
        ))}
      {rest > 0 && <span style={{ flexGrow: rest }} />}
    </span>
  );
}
