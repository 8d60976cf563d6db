import Skeleton from '@mui/material/Skeleton';
import { useTranslate } from 'ra-core';
import { HttpError } from '../core/http.ts';
import { NotFound } from '../layout/StatePages.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { PageHeader, type PageHeaderProps } from './PageHeader.tsx';

/** A record's page while it is loading. */
export function RecordSkeleton({ back }: Pick<PageHeaderProps, 'back'>) {
  const translate = useTranslate();
  return (
    <div aria-busy="true">
      <PageHeader title={translate('crud.list.loading')} back={back} />
      <div className="crud-card crud-record">
        {[60, 40, 75, 50, 30].map((width) => (
          <Skeleton key={width} width={`${width}%`} height={28} />
        ))}
      </div>
    </div>
  );
}

/** A record's page when it could not be loaded; the not-found page if there is no such record. */
export function RecordMissing({
  error,
  back,
  onRetry,
}: Pick<PageHeaderProps, 'back'> & { error: unknown; onRetry(): void }) {
  const translate = useTranslate();
  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  return (
    <>
      <PageHeader title={translate('crud.list.failed')} back={back} />
      <LoadFailure error={error} onRetry={onRetry} />
    </>
  );
}
