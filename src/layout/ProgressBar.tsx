import type { ComponentPropsWithoutRef } from 'react';
import './progressBar.css';

interface Props extends Omit<ComponentPropsWithoutRef<'progress'>, 'value' | 'max'> {
  /** Progress from 0 to 1; undefined while unknown. */
  value?: number;
}

/** A progress bar, using the native element: MUI's adds styles that make the browser restyle the whole page. */
export const ProgressBar = ({ className = '', value, ...props }: Props) => (
  <progress
    className={`progress-bar ${className}`.trimEnd()}
    // Counts of another API may be no numbers.
    value={Number.isFinite(value) ? value : undefined}
    {...props}
  />
);
