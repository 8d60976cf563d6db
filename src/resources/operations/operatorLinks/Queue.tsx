import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import { canAccess } from '../../../core/access.ts';
import { number } from '../../../core/format.ts';
import { useOperatorNames } from '../../../core/operatorNames.ts';
import { When } from '../../../crud/When.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import './links.css';

/** Queued messages: how many, since when, and by operator why they wait. */
export function Queue({ queue }: { queue: DashboardSummary['queue'] }) {
  const translate = useTranslate();
  const { name } = useOperatorNames();
  const { waiting, oldest_at, operators } = queue;
  return (
    <section className="crud-card link-queue" aria-labelledby="link-queue">
      <h2 id="link-queue">{translate('links.queue')}</h2>
      {waiting === 0 ? (
        <p className="link-quiet">{translate('links.queue_none')}</p>
      ) : (
        <p>
          <b>{translate('links.waiting', { smart_count: waiting, count: number(waiting) })}</b>{' '}
          {oldest_at && (
            <span className="link-quiet">
              {translate('links.oldest')} <When iso={oldest_at} />
            </span>
          )}
        </p>
      )}
      {operators.length > 0 && (
        <ul>
          {operators.map(({ operator, count, count_is_minimum, reason, unapproved }) => (
            <li key={operator} data-reason={reason ?? undefined}>
              <span>{name(operator)}</span>
              <span className="crud-number">
                {number(count)}
                {count_is_minimum && '+'}
              </span>
              {reason && (
                <span className="link-why">
                  <WarningAmberRounded aria-hidden="true" fontSize="small" />
                  <span>
                    {reason === 'unapproved' ? (
                      <Unapproved operator={name(operator)} count={unapproved} />
                    ) : (
                      translate(`links.why.${reason}`, { operator: name(operator), _: reason })
                    )}
                  </span>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** As high as a queue in which nothing waits. */
export const QueueSkeleton = () => (
  <div className="crud-card link-queue" aria-hidden="true">
    <h2>
      <Skeleton width="30%" />
    </h2>
    <p>
      <Skeleton width="45%" />
    </p>
  </div>
);

const sending = new URLSearchParams({ filter: JSON.stringify({ status: 'sending' }) });

/** That messages wait for the operator's approval of their sender ID, which the campaign's page names. */
function Unapproved({ operator, count }: { operator: string; count: number | undefined }) {
  const translate = useTranslate();
  return (
    <>
      {count
        ? translate('links.why.unapproved', { operator, smart_count: count, count: number(count) })
        : translate('links.why.unapproved_some', { operator })}{' '}
      {canAccess('admin/campaigns') && (
        <Link to={`/admin/campaigns?${sending}`}>{translate('links.campaigns')}</Link>
      )}
    </>
  );
}
