import SearchRounded from '@mui/icons-material/SearchRounded';
import type { ComponentProps, ReactNode } from 'react';

interface Props extends Omit<ComponentProps<'input'>, 'type' | 'aria-label'> {
  label: string;
  /** Shown after the typed text. */
  children?: ReactNode;
}

/** A search input, focused by `/`. It renders before the first rows of a list; MUI's would take as long as ten of them. */
export function SearchInput({ label, className = '', children, ...input }: Props) {
  return (
    <div className={`search-input ${className}`}>
      <SearchRounded fontSize="small" />
      <input type="search" placeholder={label} aria-label={label} data-key="/" {...input} />
      {children}
    </div>
  );
}
