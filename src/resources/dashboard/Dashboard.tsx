import { useTranslate } from 'ra-core';
import { isStaff } from '#schema/permissions.ts';
import { canAccess } from '../../core/access.ts';
import { PageHeader } from '../../crud/PageHeader.tsx';
import { TRIAL_ANCHOR, useTrial } from '../../crud/useTrial.ts';
import { Button } from '../../layout/Button.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { useUser } from '../../layout/useUser.ts';
import { CustomerDashboard } from './CustomerDashboard.tsx';
import { StaffDashboard } from './StaffDashboard.tsx';
import { useLoadedDashboard } from './useDashboard.ts';
import './dashboard.css';

/** Open to every signed-in user; each part needs its own pair. */
export function Dashboard() {
  const translate = useTranslate();
  const user = useUser();
  if (!user) return null;
  const staff = isStaff(user.role);
  const campaigns = canAccess('sms');
  return (
    <>
      <PageHeader
        title={translate('menu.dashboard')}
        actions={
          canAccess('sms/bulk-sms') &&
          (staff ? <Action path="/sms/bulk-sms" label="dashboard.send" /> : <NextAction />)
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

function Action({ path, label }: { path: string; label: string }) {
  const translate = useTranslate();
  return (
    <Button to={path} variant="contained">
      {translate(label)}
    </Button>
  );
}

/** What a customer can do now: send; without a sender ID a free message, or the request for one. */
function NextAction() {
  const data = useLoadedDashboard();
  const { trial } = useTrial();
  if (data?.senders?.approved !== 0) return <Action path="/sms/bulk-sms" label="dashboard.send" />;
  if (trial && trial.left > 0) return <Action path={`/#${TRIAL_ANCHOR}`} label="trial.try" />;
  return data.senders.pending > 0 ? null : (
    <Action path="/sms/sender-identities" label="dashboard.do.no_sender" />
  );
}
