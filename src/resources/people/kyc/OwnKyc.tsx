import { useNotify, useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router-dom';
import type { Kyc, KycState } from '#schema/kyc.ts';
import { refreshProfile } from '../../../authProvider/profile.ts';
import { drafts } from '../../../core/drafts.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { useIsGone } from '../../../crud/useIsGone.ts';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { useUser } from '../../../layout/useUser.ts';
import { KycForm } from './KycForm.tsx';
import { KycStatus } from './KycStatus.tsx';
import { KycSummary } from './KycSummary.tsx';
import { canSubmitKyc, isFullKyc } from './reviews.ts';
import { DRAFT_KEY } from './useKycForm.ts';
import { useOwnKyc } from './useOwnKyc.ts';
import './kyc.css';

const kyc = entityOf('kyc');

/** One's own verification: its state, and the next step. */
export function OwnKyc() {
  const translate = useTranslate();
  const notify = useNotify();
  const labels = useLabels(kyc);
  const user = useUser();
  const type = user?.account?.type ?? 'individual';
  const [params, setParams] = useSearchParams();
  const { record, error, look, put } = useOwnKyc();
  useNews(record);
  const isGone = useIsGone();

  if (record === undefined) {
    if (!error) return <PageSkeleton />;
    return (
      <>
        <PageHeader title={translate('kyc.title')} />
        <LoadFailure what="kyc.title" error={error} onRetry={() => void look()} />
      </>
    );
  }
  // Staff signed in as the customer cannot submit either.
  const canSubmit = canSubmitKyc();
  if (!record && !canSubmit)
    return (
      <>
        <PageHeader title={translate('kyc.title')} />
        <p className="kyc-hint">{translate('kyc.notYet')}</p>
        {!user?.acting && <p className="kyc-hint">{translate('kyc.mayNotSubmit')}</p>}
      </>
    );
  const onSubmitted = (submitted: Kyc | KycState) => {
    put(submitted);
    if (!isGone.current) {
      setParams({}, { replace: true });
      // The address's path stays, so the page would too: at the end of the form, far below the status.
      window.scrollTo(0, 0);
    }
    notify('kyc.submitted', { type: 'success' });
    void refreshProfile();
  };
  const isOpen = record?.status === 'rejected' || (record?.status === 'pending' && isFullKyc(record));
  const isCorrecting = isOpen && params.has('step') && canSubmit;
  return (
    <div className="kyc">
      <PageHeader
        title={translate('kyc.title')}
        beside={
          record && <StatusChip status={record.status} label={labels.choice('status', record.status)} />
        }
      />
      {record ? (
        <KycStatus record={record} isCorrecting={isCorrecting} canSubmit={canSubmit} />
      ) : (
        !params.has('step') && <Needed type={type} />
      )}
      {!record || isCorrecting ? (
        <KycForm
          record={record && isFullKyc(record) ? record : null}
          look={look}
          onSubmitted={onSubmitted}
          onBack={record ? () => setParams({}) : undefined}
        />
      ) : (
        isFullKyc(record) && (
          <section className="kyc-sent" aria-labelledby="kyc-sent">
            <h2 id="kyc-sent" className="kyc-heading">
              {translate('kyc.sent')}
            </h2>
            <KycSummary values={record} type={record.type} />
          </section>
        )
      )}
    </div>
  );
}

/** What to prepare before the first step. */
function Needed({ type }: { type: Kyc['type'] }) {
  const translate = useTranslate();
  return (
    <div className="kyc-needed">
      <p>{translate('kyc.lead')}</p>
      <ul>
        <li>{translate('kyc.needDocument')}</li>
        <li>{translate('kyc.needPhoto')}</li>
        {type === 'company' && <li>{translate('kyc.needCompany')}</li>}
      </ul>
    </div>
  );
}

/** Announces a decision while the page is open, and refreshes the profile. */
function useNews(record: Kyc | KycState | null | undefined): void {
  const notify = useNotify();
  const former = useRef<string>(undefined);
  const status = record?.status;
  useEffect(() => {
    const wasPending = former.current === 'pending';
    former.current = status;
    if (status && status !== 'rejected') drafts.drop(DRAFT_KEY);
    if (!wasPending || !status || status === 'pending') return;
    void refreshProfile();
    notify(`kyc.news.${status}`, { type: status === 'approved' ? 'success' : 'warning' });
  }, [status, notify]);
}
