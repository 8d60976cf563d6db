import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { canAccess } from '../../../core/access.ts';
import { dateTime } from '../../../core/format.ts';

const ROUTE = 'admin/failover';

/**
 * Says that sending is stopped because the database was replaced, that changes wait for the standby, or that a failover
 * would lose work. Other APIs do not
 * have this field.
 */
export function DatabaseAlert({ database }: { database: DashboardSummary['database'] | undefined }) {
  const translate = useTranslate();
  if (database?.stopped_at) {
    return (
      <Alert severity="error" variant="outlined" sx={{ mb: 2 }}>
        <AlertTitle>{translate('failover.stopped', { time: dateTime(database.stopped_at) })}</AlertTitle>
        {canAccess(ROUTE) ? (
          <Link to={`/${ROUTE}`}>{translate('failover.open')}</Link>
        ) : (
          translate('failover.askAdministrator')
        )}
      </Alert>
    );
  }
  const isWaiting = database?.standby === 'waiting';
  if (!isWaiting && database?.standby !== 'asynchronous') return null;
  return (
    <Alert severity={isWaiting ? 'error' : 'warning'} variant="outlined" sx={{ mb: 2 }}>
      <AlertTitle>{translate(isWaiting ? 'failover.waiting' : 'failover.asynchronous')}</AlertTitle>
      {translate(isWaiting ? 'failover.waitingText' : 'failover.asynchronousText')}
    </Alert>
  );
}
