import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { SkeletonWords } from '../../layout/SkeletonWords.tsx';

interface FigureProps {
  label: string;
  /** Undefined while loading. */
  value?: string;
  /** In the line of the value, so that it needs no line of its own. */
  beside?: ReactNode;
  to?: string;
  action?: string;
  note?: ReactNode;
  /** While loading: a note of its kind, whose lines are kept free so that the cards below do not move. */
  soon?: string;
  /** A note may come after the value: phones keep its line free, so that the cards below do not move. */
  isNoted?: boolean;
}

/** One figure of the dashboard with its meaning and link. */
export function Figure({ label, value, beside, to, action, note, soon, isNoted = false }: FigureProps) {
  return (
    <section className={`dash-card dash-figure${isNoted ? ' dash-noted' : ''}`}>
      <h2>{label}</h2>
      <p>
        {value ?? <Skeleton width={120} />}
        {beside && <span className="dash-quiet dash-beside"> {beside}</span>}
      </p>
      {value === undefined && soon && (
        <small className="dash-quiet">
          <SkeletonWords>{soon}</SkeletonWords>
        </small>
      )}
      {note && <small className="dash-quiet">{note}</small>}
      {to && <Link to={to}>{action}</Link>}
    </section>
  );
}
