import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { scrollMore } from '../../crud/scrollMore.ts';

interface Props {
  /** Id of the heading that names the table. */
  labelledBy: string;
  /** Key of the label of what each row is about; an operator if missing. */
  first?: string;
  /** Keys of the labels of the figures, in order. */
  columns: readonly string[];
  /** The table's body, and its foot if there is one. */
  children: ReactNode;
}

/** A table of figures with an operator, or another thing, in each row. */
export function OperatorFigures({ labelledBy, first = 'plan.operator', columns, children }: Props) {
  const translate = useTranslate();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways must be reachable by keyboard
    <section className="sms-scroll" ref={scrollMore} tabIndex={0} aria-labelledby={labelledBy}>
      <table className="sms-table">
        <thead>
          <tr>
            <th scope="col">{translate(first)}</th>
            {columns.map((key) => (
              <th key={key} scope="col" className="sms-end">
                {translate(key)}
              </th>
            ))}
          </tr>
        </thead>
        {children}
      </table>
    </section>
  );
}
