import type { ReactNode } from 'react';
import './cardGrid.css';

interface Props {
  className?: string;
  /** The element around the cards. */
  as?: 'div' | 'ul' | 'ol';
  /** For longer texts: fewer cards in a row. */
  wide?: boolean;
  /** The cards are placeholders. */
  isBusy?: boolean;
  children: ReactNode;
}

/**
 * Cards in as few rows as fit, spread evenly over the rows and without holes: seven are 4 and 3, and four are 2 and 2 where
 * only three fit.
 */
export const CardGrid = ({ className, as: Cards = 'div', wide, isBusy, children }: Props) => (
  <div className={`card-grid ${className ?? ''}`} data-wide={wide || undefined}>
    <Cards className="card-grid-cards" aria-busy={isBusy || undefined}>
      {children}
    </Cards>
  </div>
);
