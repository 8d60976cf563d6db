import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import { mayDo } from '../../core/access.ts';
import { LoadFailure } from '../../crud/LoadFailure.tsx';
import { NoOperator } from '../../crud/NoOperator.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { SearchForm } from '../../layout/SearchForm.tsx';
import { useSummary } from '../../layout/useSummary.ts';
import { DatabaseAlert } from '../operations/operatorLinks/DatabaseAlert.tsx';
import { Queue } from '../operations/operatorLinks/Queue.tsx';
import { Charged } from './Charged.tsx';
import { RecentCampaigns } from './campaigns.tsx';
import { LinkTable } from './LinkTable.tsx';
import { Sending } from './Sending.tsx';
import { SetupSteps } from './SetupSteps.tsx';
import { StaffFigures } from './StaffFigures.tsx';

/** The provider's dashboard: what waits for staff, what is being sent, and the results. */
export function StaffDashboard() {
  const translate = useTranslate();
  const { data, error, isLoading, refetch } = useSummary();
  // Only administrators can do anything about it.
  const setup = mayDo('admin/settings') ? data?.setup : null;
  return (
    <>
      <SearchForm />
      {isLoading && <Skeleton variant="rounded" height={360} sx={{ borderRadius: '12px' }} />}
      {error && !data && <LoadFailure error={error} onRetry={() => void refetch()} />}
      {data && <DatabaseAlert database={data.database} />}
      {/* The steps say the same of the operator. */}
      {data && (setup ? <SetupSteps setup={setup} /> : <NoOperator links={data.links} />)}
      {data && <StaffFigures data={data} />}
      <div className="dash-parts">
        {data && (
          <>
            <Queue queue={data.queue} />
            <LinkTable links={data.links} />
            {data.use.operators.length > 0 ? (
              <>
                <Sending use={data.use} own={false} />
                <Charged use={data.use} />
              </>
            ) : (
              <section className="dash-card">
                <EmptyState title={translate('staff.new_server')} text={translate('staff.new_server_text')} />
              </section>
            )}
          </>
        )}
        {mayDo('sms') && <RecentCampaigns empty={null} />}
      </div>
    </>
  );
}
