import { useTranslate } from 'ra-core';
import { Suspense } from 'react';
import { canAccess } from '../../core/access.ts';
import { LoadFailure } from '../../crud/LoadFailure.tsx';
import { NoOperator } from '../../crud/NoOperator.tsx';
import { Part } from '../../crud/Part.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import type { Summary } from '../../layout/readSummary.ts';
import { SearchForm } from '../../layout/SearchForm.tsx';
import { useSummary } from '../../layout/useSummary.ts';
import { DatabaseAlert } from '../operations/operatorLinks/DatabaseAlert.tsx';
import { Queue } from '../operations/operatorLinks/Queue.tsx';
import { Charged } from './Charged.tsx';
import { RecentCampaigns } from './campaigns.tsx';
import { healthAlert } from './index.tsx';
import { LinkTable } from './LinkTable.tsx';
import { PartsSkeleton } from './PartsSkeleton.tsx';
import { Sending } from './Sending.tsx';
import { SetupSteps } from './SetupSteps.tsx';
import { StaffFigures } from './StaffFigures.tsx';

/** The provider's dashboard: what waits for staff, what is being sent, and the results. */
export function StaffDashboard() {
  const { data, error, isLoading, refetch } = useSummary();
  // Only administrators can do anything about it.
  const setup = canAccess('admin/settings') ? data?.setup : null;
  return (
    <>
      <SearchForm />
      {error && !data && <LoadFailure what="dashboard.page" error={error} onRetry={() => void refetch()} />}
      {data && (
        <Part what="failover.title">
          <DatabaseAlert database={data.database} />
        </Part>
      )}
      {data?.health && canAccess('admin/settings') && (
        <Part what="dashboard.page">
          <Suspense fallback={null}>{healthAlert}</Suspense>
        </Part>
      )}
      {/* The first thing to do on a new server, where all figures are 0. */}
      {setup && (
        <Part what="setup.title">
          <SetupSteps setup={setup} onChange={() => void refetch()} />
        </Part>
      )}
      {(data || isLoading) && (
        <Part what="dashboard.figures">
          <StaffFigures data={data} />
        </Part>
      )}
      {/* Below the figures, so that they do not move when it is known. The steps say the same of the operator. */}
      {data?.links && !setup && (
        <Part what="staff.links">
          <NoOperator links={data.links} />
        </Part>
      )}
      {isLoading && <PartsSkeleton />}
      {/* Another place, so that the campaigns do not move from below the placeholders. */}
      <div key={isLoading ? 'loading' : 'here'} className="dash-parts">
        {data && <Parts data={data} />}
        {canAccess('sms') && (
          <Part what="dashboard.recent">
            <RecentCampaigns empty={null} />
          </Part>
        )}
      </div>
    </>
  );
}

function Parts({ data: { queue, links, use } }: { data: Summary }) {
  const translate = useTranslate();
  return (
    <>
      {queue && (
        <Part what="links.queue">
          <Queue queue={queue} />
        </Part>
      )}
      {links && (
        <Part what="staff.links">
          <LinkTable links={links} />
        </Part>
      )}
      {use && use.operators.length > 0 && (
        <>
          <Part what="charts.page">
            <Sending use={use} own={false} />
          </Part>
          <Part what="charts.page">
            <Charged use={use} />
          </Part>
        </>
      )}
      {use?.operators.length === 0 && (
        <section className="dash-card">
          <EmptyState title={translate('staff.new_server')} text={translate('staff.new_server_text')} />
        </section>
      )}
    </>
  );
}
