import ArrowBackRounded from '@mui/icons-material/ArrowBackRounded';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import './crud.css';

export interface PageHeaderProps {
  title: string;
  /** Next to the title: a status or a count. */
  beside?: ReactNode;
  actions?: ReactNode;
  back?: { to: string; label: string };
}

/** The header of every page: its only h1, which the document's title follows, and the page's actions. */
export function PageHeader({ title, beside, actions, back }: PageHeaderProps) {
  return (
    <header className="crud-header">
      {back && (
        <Link to={back.to} className="crud-back">
          <ArrowBackRounded aria-hidden="true" style={{ fontSize: 16 }} />
          {back.label}
        </Link>
      )}
      {/* Toasts stay below it (useToastsTop.ts). */}
      <div className="crud-header-row" data-page-actions={actions ? true : undefined}>
        <h1 tabIndex={-1}>{title}</h1>
        {beside}
        {actions && <div className="crud-actions">{actions}</div>}
      </div>
    </header>
  );
}
