import './totals.css';

interface Props {
  /** What the totals are of. */
  label: string;
  /** The name of each in the API, its words and its value, as people read them. */
  figures: readonly (readonly [name: string, words: string, value: string])[];
  className: string;
}

/** The totals of all that a list matches, in one card above it. */
export function TotalsCard({ label, figures, className }: Props) {
  return (
    <section className={`crud-card billing-totals ${className}`} aria-label={label}>
      <dl>
        {figures.map(([name, words, value]) => (
          <div key={name} data-figure={name}>
            <dt>{words}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
