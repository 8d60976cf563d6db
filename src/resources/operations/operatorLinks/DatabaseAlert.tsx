import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { mayDo } from '../../../core/access.ts';
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
        {mayDo(ROUTE) ? (
          <Link to={`/${ROUTE}`}>{translate('failover.open')}</Link>
        ) : (
          translate('failover.askAdministrator')
        )}
      </Alert>
    );
  }
  const standby = database?.standby;
  if (standby !== 'asynchronous' && standby !== 'waiting') return null;
  return (
    <Alert severity={standby === 'waiting' ? 'error' : 'warning'} variant="outlined" sx={{ mb: 2 }}>
      <AlertTitle>{translate(`failover.${standby}`)}</AlertTitle>
      {translate(`failover.${standby}Text`)}
    </Alert>
  );
}
