import { useTranslate } from 'ra-core';
import { HttpError } from '../core/http.ts';
import { Skeleton } from '../layout/Skeleton.tsx';
import { NotFound } from '../layout/StatePages.tsx';
import { LoadFailure, type LoadFailureProps } from './LoadFailure.tsx';
import { PageHeader, type PageHeaderProps } from './PageHeader.tsx';

/** As many rows as most records have, if it is not known which. */
const ROWS = ['a', 'b', 'c', 'd', 'e', 'f'];
const WIDTHS = [60, 40, 75, 50, 30];

/** A record's page while it is loading: its card with the `labels` of the fields to come, if they are known. */
export function RecordSkeleton({
  back,
  labels,
}: Pick<PageHeaderProps, 'back'> & { labels?: readonly string[] }) {
  const translate = useTranslate();
  return (
    <div aria-busy="true">
      <PageHeader title={translate('crud.list.loading')} back={back} />
      {labels?.length !== 0 && (
        // The heading says that it is loading.
        <div className="crud-card" aria-hidden="true">
          <FieldsSkeleton labels={labels} />
        </div>
      )}
    </div>
  );
}

/** A record's fields while it is loading, with their `labels` if they are known. */
export const FieldsSkeleton = ({ labels }: { labels?: readonly string[] | undefined }) => (
  <dl className="crud-record">
    {(labels ?? ROWS).map((label, row) => (
      <div key={label}>
        <dt>{labels ? label : <Skeleton width="60%" />}</dt>
        <dd>
          <Skeleton width={`${WIDTHS[row % WIDTHS.length]}%`} />
        </dd>
      </div>
    ))}
  </dl>
);

/** A record's page when it could not be loaded; the not-found page if there is no such record. */
export function RecordMissing({
  what,
  error,
  back,
  onRetry,
}: Pick<PageHeaderProps, 'back'> & LoadFailureProps) {
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  return (
    <>
      <PageHeader title={what} back={back} />
      <LoadFailure what={what} error={error} onRetry={onRetry} />
    </>
  );
}
