import './totals.css';

interface Props {
  /** The entity whose totals are shown. */
  label: string;
  /** Each total's API name, label and formatted value. */
  figures: readonly (readonly [name: string, words: string, value: string])[];
  className: string;
}

/** The totals of everything that matches a list's filters, in a card above it. */
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
