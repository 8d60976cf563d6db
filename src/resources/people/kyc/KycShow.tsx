import { useGetOne, useTranslate } from 'ra-core';
import { useState } from 'react';
import { useParams } from 'react-router-dom';
import type { Kyc, KycState } from '#schema/kyc.ts';
import { reviewsKyc } from '../../../core/access.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { RecordMissing } from '../../../crud/RecordStates.tsx';
import { AccountLink } from '../../../crud/review/AccountLink.tsx';
import { QueueBar } from '../../../crud/review/QueueBar.tsx';
import { type IsNews, isChanged, UnreadProvider, useReadVersion } from '../../../crud/review/ReadVersion.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { When } from '../../../crud/When.tsx';
import { serverText } from '../../../i18n/serverText.ts';
import { KycCorrect } from './KycCorrect.tsx';
import { KycCorrections } from './KycCorrections.tsx';
import { KycReview } from './KycReview.tsx';
import { KycSkeleton } from './KycSkeleton.tsx';
import { KycStatus } from './KycStatus.tsx';
import { KycSummary } from './KycSummary.tsx';
import { isFullKyc, kycQueue } from './reviews.ts';
import { useKycHistory } from './useKycHistory.ts';
import { whilePending } from './useOwnKyc.ts';
import './kyc.css';

const kyc = entityOf('kyc');

type Row = Kyc & { id: string };

/** Who does not decide sees each version at once. */
const isNews: IsNews = (read, latest) => reviewsKyc() && isChanged(read, latest);

/** /kyc/{uuid}: one record with its documents and decisions; only its state for users who may not read it. */
export function KycShow() {
  const { id = '' } = useParams();
  const translate = useTranslate();
  const labels = useLabels(kyc);
  const {
    data: latest,
    isFetching,
    error,
    refetch,
  } = useGetOne<Row | (KycState & { id: string })>(
    kyc.name,
    { id },
    {
      retry: false,
      onError: () => undefined,
      refetchInterval: ({ state }) => whilePending(state.data?.status),
    },
  );
  const [hasSkeleton, setSkeleton] = useState(latest === undefined);
  const { record, show, read } = useReadVersion(latest, isFetching, isNews);
  const full = record && isFullKyc(record) ? record : undefined;
  const isWaiting = [useKycHistory('corrections', full), useKycHistory('decisions', full)].some(
    ({ isLoading }) => isLoading,
  );
  const back = { to: '/kyc', label: translate(reviewsKyc() ? 'kyc.backToAll' : 'kyc.title') };
  if (!record && error)
    return <RecordMissing what={labels.name(1)} error={error} back={back} onRetry={() => void refetch()} />;
  // What has begun with the skeleton goes on with it until all is there, instead of a summary that goes and comes. It does not come
  // back: what is below would be requested again.
  if (hasSkeleton && record && !isWaiting) setSkeleton(false);
  if (!record || (hasSkeleton && isWaiting)) return <KycSkeleton back={back} />;
  if (!isFullKyc(record))
    return (
      <div className="kyc">
        <PageHeader
          title={translate('kyc.title')}
          beside={<StatusChip status={record.status} label={labels.choice('status', record.status)} />}
        />
        {/* Resubmitting is on /kyc. */}
        <KycStatus record={record} canSubmit={false} />
      </div>
    );
  return (
    <div className="kyc">
      <PageHeader
        title={record.company_name || record.name}
        beside={<StatusChip status={record.status} label={labels.choice('status', record.status)} />}
        back={back}
        actions={
          <KycCorrect record={record} onCorrected={() => void refetch().then(({ data }) => show(data))} />
        }
      />
      {reviewsKyc() && <QueueBar queue={kycQueue} record={record} />}
      <History record={record} />
      <KycCorrections record={record} />
      <h2 className="crud-hidden">{translate('kyc.sent')}</h2>
      {/* Below decisions and corrections, with which it would move. */}
      {!isWaiting && <KycSummary values={record} type={record.type} />}
      {reviewsKyc() && (
        <UnreadProvider value={read}>
          <KycReview key={record.id} record={record} />
        </UnreadProvider>
      )}
    </div>
  );
}

/** When it was submitted, and all decisions on it, newest first. */
function History({ record }: { record: Row }) {
  const { account, account_name, type, submitted_at } = record;
  const translate = useTranslate();
  const labels = useLabels(kyc);
  const { data, error, refetch } = useKycHistory('decisions', record);
  return (
    <section className="crud-card kyc-section">
      <dl className="crud-record">
        {reviewsKyc() && (
          <div>
            <dt>{translate('reviews.account')}</dt>
            <dd>
              <AccountLink uuid={account} name={account_name} />
            </dd>
          </div>
        )}
        <div>
          <dt>{labels.field('type')}</dt>
          <dd>{labels.choice('type', type)}</dd>
        </div>
        <div>
          <dt>{labels.field('submitted_at')}</dt>
          <dd>
            <When iso={submitted_at} />
          </dd>
        </div>
        {(error || (data && data.length > 0)) && (
          <div>
            <dt>{translate('kyc.decisions')}</dt>
            <dd>
              {error && <LoadFailure what="kyc.decisions" error={error} onRetry={() => void refetch()} />}
              <ul className="kyc-decisions">
                {data?.map((decision) => (
                  <li key={decision.uuid}>
                    <StatusChip status={decision.status} label={labels.choice('status', decision.status)} />
                    <When iso={decision.decided_at} />
                    {decision.decided_by && (
                      <span>{translate('reviews.by', { name: decision.decided_by })}</span>
                    )}
                    {decision.reason && <p className="crud-pre">{serverText(decision.reason)}</p>}
                  </li>
                ))}
              </ul>
            </dd>
          </div>
        )}
      </dl>
    </section>
  );
}
