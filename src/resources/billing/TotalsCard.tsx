import type { ReactNode } from 'react';
import { Totals } from '../../crud/Totals.tsx';
import './totals.css';

interface Props {
  /** The entity whose totals are shown. */
  label: string;
  /** Each total's API name, label and formatted value. */
  figures: readonly (readonly [name: string, words: string, value: ReactNode])[];
  className: string;
  /** They are of the former filters. */
  isStale?: boolean;
}

/** The totals of everything that matches a list's filters, in a card above it. */
export function TotalsCard({ label, figures, className, isStale }: Props) {
  return (
    <section className={`crud-card ${className}`} aria-label={label} data-stale={isStale || undefined}>
      <Totals className="billing-totals" figures={figures} />
    </section>
  );
}
