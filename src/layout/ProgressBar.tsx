import type { ComponentPropsWithoutRef } from 'react';
import './progressBar.css';

interface Props extends Omit<ComponentPropsWithoutRef<'progress'>, 'value' | 'max'> {
  /** The share that is done, from 0 to 1; absent while nobody knows. */
  value?: number;
}

/** How far something is: the browser's own progress bar. MUI's adds styles, and the page is styled anew for each. */
export const ProgressBar = ({ className = '', ...props }: Props) => (
  <progress className={`progress-bar ${className}`.trimEnd()} {...props} />
);
