import EditOutlined from '@mui/icons-material/EditOutlined';
import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import type { Kyc, KycState } from '#schema/kyc.ts';
import { When } from '../../../crud/When.tsx';
import { serverText } from '../../../i18n/serverText.ts';
import { isFullKyc } from './reviews.ts';

const severities = { pending: 'info', approved: 'success', rejected: 'error' } as const;

interface Props {
  record: Kyc | KycState;
  isCorrecting?: boolean;
  /** Users who may not submit are not told the next step. */
  canSubmit: boolean;
}

/** The status, its meaning, date and next step; without the pair to read, why there is no more. */
export function KycStatus({ record, isCorrecting = false, canSubmit }: Props) {
  const translate = useTranslate();
  const place = useRef<HTMLDivElement>(null);
  const { status, submitted_at, decided_at } = record;
  const isWhole = isFullKyc(record);
  const reason = isWhole && record.reason;
  // Announced where the form or the news was, to users who have just submitted or waited here for the decision.
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
      {isCorrecting && status === 'pending' ? (
        <p>{translate('kyc.changing')}</p>
      ) : status !== 'rejected' || (canSubmit && isWhole) ? (
        <p>{translate(`kyc.next.${status}`)}</p>
      ) : (
        canSubmit && <p>{translate('kyc.again')}</p>
      )}
      {!isWhole && <p>{translate('kyc.stateOnly')}</p>}
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
      {status === 'rejected' && !isCorrecting && canSubmit && (
        <Button variant="contained" component={Link} to="?step=who" startIcon={<EditOutlined />}>
          {translate('kyc.correct')}
        </Button>
      )}
      {status === 'pending' && isWhole && !isCorrecting && canSubmit && (
        <Button variant="outlined" component={Link} to="?step=who" startIcon={<EditOutlined />}>
          {translate('kyc.change')}
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
