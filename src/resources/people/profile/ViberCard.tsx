import { useGetList, useTranslate } from 'ra-core';
import { type OwnViberIdentity, ownViberIdentity } from '#schema/viberIdentity.ts';
import { useLabels } from '../../../core/labels.ts';
import { offers } from '../../../core/offers.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { When } from '../../../crud/When.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { Card } from './EditCard.tsx';

const MOST = 100;

/** The account's Viber identities, if any; the provider manages them. */
export function ViberCard() {
  const translate = useTranslate();
  const labels = useLabels(ownViberIdentity);
  const { data, error, refetch } = useGetList<OwnViberIdentity & { id: string }>(
    ownViberIdentity.name,
    { pagination: { page: 1, perPage: MOST }, sort: { field: 'name', order: 'ASC' } },
    { onError: () => undefined },
  );
  return (
    <Card title={labels.name(2)}>
      {data && data.length > 0 && (
        <ul className="profile-rows">
          {data.map((row) => (
            <li key={row.id}>
              <div className="profile-row-main">
                <span className="profile-row-title">
                  <strong>{row.name}</strong>
                  <StatusChip status={row.status} label={labels.choice('status', row.status)} />
                </span>
                {row.reason && (
                  <p className="profile-reason">{translate('viber.becauseOf', { reason: row.reason })}</p>
                )}
                <small>
                  {translate('viber.registered')} <When iso={row.created_at} />
                </small>
              </div>
            </li>
          ))}
        </ul>
      )}
      {!data && (
        <div className="profile-body">
          {error ? (
            <LoadFailure
              what="resources.viber/identities.name"
              error={error}
              onRetry={() => void refetch()}
            />
          ) : (
            <Skeleton variant="rounded" height={40} />
          )}
        </div>
      )}
      <p className="profile-body profile-quiet">
        {data?.length === 0 && `${translate('viber.none')} `}
        {translate(offers('viber') ? 'viber.useHere' : 'viber.onlyKeptHere')}
      </p>
    </Card>
  );
}
