import type { ReactNode } from 'react';

interface LateNamesProps {
  isPending: boolean;
  children: ReactNode;
}

/**
 * The names of what a record refers to, which come with a second answer. In lists they have their space before
 * (crudValues.css), so that nothing moves when they come.
 */
export const LateNames = ({ isPending, children }: LateNamesProps) => (
  <span className="crud-late">
    <span className="crud-tags">
      {isPending ? <span className="crud-skeleton" aria-hidden="true" /> : children}
    </span>
  </span>
);
