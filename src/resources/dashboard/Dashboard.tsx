import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { isStaff } from '#schema/permissions.ts';
import { mayDo } from '../../core/access.ts';
import { PageHeader } from '../../crud/PageHeader.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { useUser } from '../../layout/useUser.ts';
import { CustomerDashboard } from './CustomerDashboard.tsx';
import { StaffDashboard } from './StaffDashboard.tsx';
import './dashboard.css';

/** Open to every signed-in user; each part needs its own pair. */
export function Dashboard() {
  const translate = useTranslate();
  const user = useUser();
  if (!user) return null;
  const staff = isStaff(user.role);
  const campaigns = mayDo('sms');
  return (
    <>
      <PageHeader
        title={translate('menu.dashboard')}
        actions={
          mayDo('sms/bulk-sms') && (
            <Button component={Link} to="/sms/bulk-sms" variant="contained">
              {translate('dashboard.send')}
            </Button>
          )
        }
      />
      <p className="dash-lead">
        {translate('dashboard.greeting', { name: user.name?.trim() || translate('shell.user') })}
        {campaigns && ` ${translate(staff ? 'dashboard.lead_staff' : 'dashboard.lead_customer')}`}
      </p>
      {!staff ? (
        <CustomerDashboard />
      ) : campaigns ? (
        <StaffDashboard />
      ) : (
        <EmptyState title={translate('dashboard.no_access')} />
      )}
    </>
  );
}
