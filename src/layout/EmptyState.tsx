import type { ReactNode } from 'react';
import './emptyState.css';

interface Props {
  icon?: ReactNode;
  title: string;
  text?: ReactNode;
  action?: ReactNode;
  /** `h1` if it replaces the whole page. */
  heading?: 'h1' | 'h2';
}

/** A placeholder for content: first use, no match, no access, or not found. */
export function EmptyState({ icon, title, text, action, heading: Heading = 'h2' }: Props) {
  return (
    <div className="empty-state">
      {icon && (
        <div aria-hidden="true" className="empty-state-icon">
          {icon}
        </div>
      )}
      <Heading>{title}</Heading>
      {text && <div className="empty-state-text">{text}</div>}
      {action && <div className="empty-state-action">{action}</div>}
    </div>
  );
}
