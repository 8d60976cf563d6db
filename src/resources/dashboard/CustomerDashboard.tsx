import { useTranslate } from 'ra-core';
import { lazy, useDeferredValue } from 'react';
import { canAccess } from '../../core/access.ts';
import { getUser } from '../../core/session.ts';
import { mayHaveTrial } from '../../core/trial.ts';
import { LoadFailure } from '../../crud/LoadFailure.tsx';
import { Part } from '../../crud/Part.tsx';
import { useTrial } from '../../crud/useTrial.ts';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { AttentionList } from './AttentionList.tsx';
import { CustomerFigures } from './CustomerFigures.tsx';
import { RecentCampaigns, RunningCampaigns } from './campaigns.tsx';
import { coveredBySteps, FirstSteps, useGuide } from './FirstSteps.tsx';
import { PartsSkeleton } from './PartsSkeleton.tsx';
import { Sending } from './Sending.tsx';
import { useDashboard } from './useDashboard.ts';

/** Most customers never load it. For the others it comes while the console is still being drawn. */
const loadTrialCard = () => import('./TrialCard.tsx');
const TrialCard = lazy(() => loadTrialCard().then((m) => ({ default: m.TrialCard })));
if (mayHaveTrial(getUser())) loadTrialCard().catch(() => undefined);

/** A customer's dashboard. The parts below the figures wait until it is known which comes first. */
export function CustomerDashboard() {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useDashboard();
  const campaigns = canAccess('sms');
  const [isGuideWanted] = useGuide();
  const isFirst = data?.campaigns?.any === false && canAccess('sms/bulk-sms');
  const isNew = isGuideWanted && isFirst;
  const { trial: current, isLoading: isTrialLoading } = useTrial();
  // In the background, so that the figures are painted before the rest is rendered. The placeholders stay until then, and until
  // the trial is known and its code is here: what comes later would move the cards.
  const isReady = useDeferredValue(!isPending && !isTrialLoading, false);
  const trial = useDeferredValue(current);
  const attention = data?.attention.filter(({ code }) => !isNew || !coveredBySteps.has(code)) ?? [];
  return (
    <>
      <Part what="dashboard.figures">
        <CustomerFigures data={data} isPending={isPending} />
      </Part>
      {!isReady ? (
        <PartsSkeleton />
      ) : (
        <div className="dash-parts">
          {error && !data && (
            <LoadFailure what="dashboard.page" error={error} onRetry={() => void refetch()} />
          )}
          <Part what="dashboard.attention">
            <AttentionList items={attention} />
          </Part>
          {isFirst && <FirstSteps data={data} />}
          {trial && <TrialCard />}
          {data?.campaigns && (
            <Part what="dashboard.running">
              <RunningCampaigns running={data.campaigns.running} />
            </Part>
          )}
          {data?.use && (
            <Part what="charts.page">
              <Sending use={data.use} />
            </Part>
          )}
          {campaigns ? (
            <Part what="dashboard.recent">
              {/* Messages of the trial are listed, although the first steps go on. */}
              <RecentCampaigns empty={isFirst ? null : <FirstSteps data={data} />} />
            </Part>
          ) : (
            !data?.use && <EmptyState title={translate('dashboard.no_access')} />
          )}
        </div>
      )}
    </>
  );
}
