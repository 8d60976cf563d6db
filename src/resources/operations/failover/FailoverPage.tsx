import CheckCircleOutlineRounded from '@mui/icons-material/CheckCircleOutlineRounded';
import PlayArrowRounded from '@mui/icons-material/PlayArrowRounded';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useQuery } from '@tanstack/react-query';
import { useCreatePath, useTranslate } from 'ra-core';
import type { Failover } from '#schema/failover.ts';
import { canAccess } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { failoverPath } from '../../../core/entityTable.ts';
import { dateTime, number } from '../../../core/format.ts';
import { http } from '../../../core/http.ts';
import { useLabels } from '../../../core/labels.ts';
import { ConfirmButton } from '../../../crud/ConfirmButton.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { EmptyState } from '../../../layout/EmptyState.tsx';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { LostCampaigns } from './LostCampaigns.tsx';
import { MissingProcesses } from './MissingProcesses.tsx';
import './failover.css';

const operatorLink = entityOf('admin/operator-links');

type Answer = { data: Failover | null };
/** Refetch interval in milliseconds while processes compare. */
const EVERY = 3000;

/** /admin/failover: what was lost when another database took over, and the button that resumes sending. */
export function FailoverPage() {
  const translate = useTranslate();
  const createPath = useCreatePath();
  const links = useLabels(operatorLink);
  const { data, error, refetch } = useQuery({
    queryKey: [failoverPath],
    queryFn: ({ signal }) => http.json<Answer>(failoverPath, { signal }),
    refetchInterval: ({ state }) => (state.data?.data && !state.data.data.resumed_at ? EVERY : false),
  });
  if (!data && !error) return <PageSkeleton />;
  return (
    <div className="failover">
      <PageHeader
        title={translate('failover.title')}
        back={
          canAccess(operatorLink.name)
            ? {
                to: createPath({ resource: operatorLink.name, type: 'list' }),
                label: translate('crud.show.back', { name: links.inline(2) }),
              }
            : undefined
        }
        actions={data?.data && !data.data.resumed_at && <Resume onDone={() => void refetch()} />}
      />
      {!data && <LoadFailure what="failover.title" error={error} onRetry={() => void refetch()} />}
      {data && (data.data ? <Report failover={data.data} /> : <Nothing />)}
    </div>
  );
}

function Nothing() {
  const translate = useTranslate();
  return (
    <section className="crud-card">
      <EmptyState
        icon={<CheckCircleOutlineRounded />}
        title={translate('failover.none')}
        text={translate('failover.noneText')}
      />
    </section>
  );
}

function Report({ failover }: { failover: Failover }) {
  const translate = useTranslate();
  const { resumed_at, resumed_by, is_other_cluster, messages, pending, missing, campaigns } = failover;
  const time = dateTime(failover.noticed_at);
  const count = (key: string, n: number) => translate(key, { smart_count: n, count: number(n) });
  return (
    <>
      {resumed_at ? (
        <Alert severity="success" variant="outlined">
          {translate('failover.resumed', { time: dateTime(resumed_at), name: resumed_by ?? '' })}
        </Alert>
      ) : (
        <Alert severity="error" variant="outlined">
          <AlertTitle>{translate('failover.stopped', { time })}</AlertTitle>
          {translate(is_other_cluster ? 'failover.replaced' : 'failover.restarted')}{' '}
          {translate('failover.check')}
        </Alert>
      )}
      <section className="crud-card crud-pad" aria-labelledby="failover-messages">
        <h2 id="failover-messages">{translate('failover.messages')}</h2>
        <p>{messages === 0 ? translate('failover.noMessages') : count('failover.unknown', messages)}</p>
        {pending > 0 && <p>{count('failover.pending', pending)}</p>}
        {failover.is_beyond_memory && (
          <Alert severity="warning" variant="outlined">
            {translate('failover.beyondMemory')}
          </Alert>
        )}
      </section>
      {missing.length > 0 && <MissingProcesses processes={missing} />}
      <LostCampaigns campaigns={campaigns} />
    </>
  );
}

function Resume({ onDone }: { onDone(): void }) {
  const translate = useTranslate();
  return (
    <ConfirmButton
      variant="contained"
      startIcon={<PlayArrowRounded />}
      label={translate('failover.resume')}
      title={translate('failover.resumeTitle')}
      act={async () => {
        await http.json(`${failoverPath}resume/`, { method: 'POST', body: {} });
        return ['failover.done'];
      }}
      after={onDone}
    >
      {translate('failover.resumeText')}
    </ConfirmButton>
  );
}
