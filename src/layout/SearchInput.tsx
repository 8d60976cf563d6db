import SearchRounded from '@mui/icons-material/SearchRounded';
import type { ComponentProps, ReactNode } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'aria-label'> {
  label: string;
  /** Stands behind what is typed. */
  children?: ReactNode;
}

/**
 * A box to search with, which `/` leads to. Drawn before the first rows of a list, where MUI's would take as long as
 * ten of them.
 */
export function SearchInput({ label, className = '', children, ...input }: Props) {
  return (
    <div className={`search-input ${className}`}>
      <SearchRounded fontSize="small" />
      <input type="search" placeholder={label} aria-label={label} data-key="/" {...input} />
      {children}
    </div>
  );
}
