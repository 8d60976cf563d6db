import type { SvgIconComponent } from '@mui/icons-material';
import { Link } from 'react-router-dom';

interface RowActionProps {
  icon: SvgIconComponent;
  /** The action's label. */
  label: string;
  /** The record's name, if the label does not contain it. */
  of?: string;
  /** Link target, instead of `onClick`. */
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
