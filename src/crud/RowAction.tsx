import type { SvgIconComponent } from '@mui/icons-material';
import { Link } from 'react-router-dom';

interface RowActionProps {
  icon: SvgIconComponent;
  /** What it does. */
  label: string;
  /** The record's name, where the label does not say it. */
  of?: string;
  /** The page it leads to, instead of `onClick`. */
  to?: string;
  onClick?(): void;
  disabled?: boolean;
}

/** An icon at the end of a row. */
export function RowAction({ icon: Icon, label, of, to, ...button }: RowActionProps) {
  const shared = {
    className: 'crud-icon',
    title: label,
    'aria-label': of ? `${label}: ${of}` : label,
    children: <Icon fontSize="small" />,
  };
  return to ? <Link {...shared} to={to} /> : <button {...shared} {...button} type="button" />;
}
