import { useTranslate } from 'ra-core';
import { isStaff } from '#schema/permissions.ts';
import { canAccess } from '../../core/access.ts';
import { NextAction, SEND } from '../../crud/NextAction.tsx';
import { PageHeader } from '../../crud/PageHeader.tsx';
import { useNextStep } from '../../crud/useNextStep.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { useUser } from '../../layout/useUser.ts';
import { CustomerDashboard } from './CustomerDashboard.tsx';
import { StaffDashboard } from './StaffDashboard.tsx';
import './dashboard.css';

/** Open to every signed-in user; each part needs its own pair. */
export function Dashboard() {
  const translate = useTranslate();
  const user = useUser();
  const step = useNextStep(false);
  if (!user) return null;
  const staff = isStaff(user.role);
  const campaigns = canAccess('sms');
  return (
    <>
      <PageHeader
        title={translate('menu.dashboard')}
        actions={canAccess('sms/bulk-sms') && step !== null && <NextAction step={step ?? SEND} />}
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
