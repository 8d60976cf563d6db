import EditOutlined from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useNotify, useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import type { Kyc } from '#schema/kyc.ts';
import { refreshProfile } from '../../authProvider/profile.ts';
import { LoadFailure } from '../../crud/LoadFailure.tsx';
import { useLabels } from '../../crud/labels.ts';
import { PageHeader } from '../../crud/PageHeader.tsx';
import { StatusChip } from '../../crud/StatusChip.tsx';
import { When } from '../../crud/When.tsx';
import { drafts } from '../../drafts.ts';
import { entityOf } from '../../entities.ts';
import { serverText } from '../../i18n/serverText.ts';
import { PageSkeleton } from '../../layout/PageSkeleton.tsx';
import { useUser } from '../../layout/useUser.ts';
import { KycForm } from './KycForm.tsx';
import { KycSummary } from './KycSummary.tsx';
import { DRAFT_KEY } from './useKycForm.ts';
import { useOwnKyc } from './useOwnKyc.ts';
import './kyc.css';

const kyc = entityOf('kyc');

/** One's own verification: where it stands, and the one thing to do next. */
export function OwnKyc() {
  const translate = useTranslate();
  const notify = useNotify();
  const labels = useLabels(kyc);
  const user = useUser();
  const type = user?.account.type ?? 'individual';
  const [params, setParams] = useSearchParams();
  const { record, error, look, put } = useOwnKyc();
  useNews(record);

  if (record === undefined) {
    if (!error) return <PageSkeleton />;
    return (
      <>
        <PageHeader title={translate('kyc.title')} />
        <LoadFailure error={error} onRetry={() => void look()} />
      </>
    );
  }
  // Staff who look on as the customer have nothing to fill in.
  if (!record && user?.acting)
    return (
      <>
        <PageHeader title={translate('kyc.title')} />
        <p className="kyc-hint">{translate('kyc.notYet')}</p>
      </>
    );
  const onSubmitted = (submitted: Kyc) => {
    put(submitted);
    setParams({}, { replace: true });
    notify('kyc.submitted', { type: 'success' });
    void refreshProfile();
  };
  const isCorrecting = record?.status === 'rejected' && params.has('step') && !user?.acting;
  return (
    <div className="kyc">
      <PageHeader
        title={translate('kyc.title')}
        beside={
          record && <StatusChip status={record.status} label={labels.choice('status', record.status)} />
        }
      />
      {record ? (
        <Status record={record} isCorrecting={isCorrecting} />
      ) : (
        !params.has('step') && <Needed type={type} />
      )}
      {!record || isCorrecting ? (
        <KycForm
          record={record}
          look={look}
          onSubmitted={onSubmitted}
          onBack={record ? () => setParams({}) : undefined}
        />
      ) : (
        <section className="kyc-sent" aria-labelledby="kyc-sent">
          <h2 id="kyc-sent" className="kyc-heading">
            {translate('kyc.sent')}
          </h2>
          <KycSummary values={record} type={record.type} />
        </section>
      )}
    </div>
  );
}

/** What to have at hand, before the first step. */
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

const severities = { pending: 'info', approved: 'success', rejected: 'error' } as const;

/** What the status means for the owner, since when, and what comes next. */
function Status({ record, isCorrecting }: { record: Kyc; isCorrecting: boolean }) {
  const translate = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  const isActing = Boolean(useUser()?.acting);
  const { status, reason, submitted_at, decided_at } = record;
  // Who has just submitted, or waited here for the decision, hears of it where the form or the news was.
  const former = useRef(isCorrecting ? undefined : status);
  useEffect(() => {
    if (former.current !== status && !isCorrecting) place.current?.focus();
    former.current = status;
  }, [status, isCorrecting]);
  return (
    <Alert ref={place} tabIndex={-1} severity={severities[status]} variant="outlined" className="kyc-status">
      <AlertTitle component="h2">{translate(`kyc.status.${status}`)}</AlertTitle>
      {reason && (
        <blockquote>
          <b>{translate('kyc.why')}</b> {serverText(reason)}
        </blockquote>
      )}
      <p>{translate(`kyc.next.${status}`)}</p>
      <dl className="kyc-times">
        <div>
          <dt>{translate('kyc.submittedOn')}</dt>
          <dd>
            <When iso={submitted_at} />
          </dd>
        </div>
        {decided_at && (
          <div>
            <dt>{translate('kyc.decidedOn')}</dt>
            <dd>
              <When iso={decided_at} />
            </dd>
          </div>
        )}
      </dl>
      {status === 'rejected' && !isCorrecting && !isActing && (
        <Button variant="contained" component={Link} to="?step=who" startIcon={<EditOutlined />}>
          {translate('kyc.correct')}
        </Button>
      )}
      {status === 'approved' && (
        <Button variant="outlined" component={Link} to="/">
          {translate('errors.to_dashboard')}
        </Button>
      )}
    </Alert>
  );
}

/** Tells of a decision that is taken while the page is open, and brings the profile up to date. */
function useNews(record: Kyc | null | undefined): void {
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
