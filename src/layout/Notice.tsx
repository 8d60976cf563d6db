import ErrorOutline from '@mui/icons-material/ErrorOutline';
import ReportProblemOutlined from '@mui/icons-material/ReportProblemOutlined';
import type { ReactNode } from 'react';
import './notice.css';

interface NoticeProps {
  severity: 'error' | 'warning';
  title?: ReactNode;
  /** At its end: a button. */
  action?: ReactNode;
  role?: 'alert' | 'none';
  className?: string;
  children?: ReactNode;
}

/**
 * Looks like MUI's outlined alert and has its class names, but its styles are a style sheet's. For what the shell and every
 * list may show: MUI's would load and run before the first rows; elsewhere it may be used.
 */
export function Notice({ severity, title, action, role = 'alert', className = '', children }: NoticeProps) {
  const Icon = severity === 'error' ? ErrorOutline : ReportProblemOutlined;
  return (
    <div role={role} className={`MuiAlert-root notice notice-${severity} ${className}`}>
      <div className="MuiAlert-icon notice-icon">
        <Icon fontSize="inherit" />
      </div>
      <div className="MuiAlert-message notice-message">
        {title && <div className="notice-title">{title}</div>}
        {children}
      </div>
      {action && <div className="MuiAlert-action notice-action">{action}</div>}
    </div>
  );
}
