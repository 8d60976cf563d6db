import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { Skeleton } from '../../layout/Skeleton.tsx';

interface FigureProps {
  label: string;
  /** Undefined while loading. */
  value?: string;
  to?: string;
  action?: string;
  note?: ReactNode;
  /** While loading: how many lines its note usually has, kept free so that the cards below do not move. */
  lines?: number;
  /** A note may come after the value: phones keep its line free, so that the cards below do not move. */
  isNoted?: boolean;
}

/** One figure of the dashboard with its meaning and link. */
export function Figure({ label, value, to, action, note, lines = 0, isNoted = false }: FigureProps) {
  return (
    <section className={`dash-card dash-figure${isNoted ? ' dash-noted' : ''}`}>
      <h2>{label}</h2>
      <p>{value ?? <Skeleton width={120} />}</p>
      {value === undefined && lines > 0 && (
        <small className="dash-quiet" aria-hidden="true">
          {Array.from({ length: lines }, (_, line) => `line${line}`).map((line) => (
            <Skeleton key={line} width={140} />
          ))}
        </small>
      )}
      {note && <small className="dash-quiet">{note}</small>}
      {to && <Link to={to}>{action}</Link>}
    </section>
  );
}
