import type { ReactNode } from 'react';
import './totals.css';

interface TotalsProps {
  /** Each figure's API name, label and formatted value. */
  figures: readonly (readonly [name: string, label: string, value: ReactNode])[];
  className: string;
}

/** Figures with a small label above each. `className` lays them out. */
export function Totals({ figures, className }: TotalsProps) {
  return (
    <dl className={`totals ${className}`}>
      {figures.map(([name, label, value]) => (
        <div key={name} data-figure={name}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
