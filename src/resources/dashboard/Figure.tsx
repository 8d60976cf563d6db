import Skeleton from '@mui/material/Skeleton';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

interface FigureProps {
  label: string;
  /** Undefined while loading. */
  value?: string;
  to?: string;
  action?: string;
  note?: ReactNode;
}

/** One figure of the dashboard with its meaning and link. */
export function Figure({ label, value, to, action, note }: FigureProps) {
  return (
    <section className="dash-card dash-figure">
      <h2>{label}</h2>
      <p>{value ?? <Skeleton width={120} />}</p>
      {note && <small className="dash-quiet">{note}</small>}
      {to && <Link to={to}>{action}</Link>}
    </section>
  );
}
