import type { CSSProperties } from 'react';
import './skeleton.css';

interface Props {
  /** `text` has the height of a line, `rounded` the one that is given. */
  variant?: 'text' | 'rounded';
  width?: CSSProperties['width'];
  height?: CSSProperties['height'];
  className?: string;
  style?: CSSProperties;
}

/**
 * The placeholder of what is loading. Looks like MUI's and has its class name, but its styles are a style sheet's: MUI computes
 * them when the page is drawn for the first time, in the same task.
 */
export const Skeleton = ({ variant = 'text', width, height, className = '', style }: Props) => (
  <span
    className={`MuiSkeleton-root skeleton skeleton-${variant} ${className}`}
    style={{ width, height, ...style }}
  />
);
