import { outcomes, type Shown } from './progress.ts';
import './campaigns.css';

/** Outcomes as a stacked bar. Purely visual, because the numbers next to it say the same. */
export function OutcomeBar({ campaign, large }: { campaign: Shown; large?: boolean }) {
  return (
    <span className="campaign-bar" data-large={large || undefined} aria-hidden="true">
      {outcomes
        .filter((outcome) => campaign[outcome] > 0)
        .map((outcome) => (
          <span key={outcome} data-outcome={outcome} style={{ flexGrow: campaign[outcome] }} />
        ))}
    </span>
  );
}
