import Alert from '@mui/material/Alert';
import { useGetOne, useTranslate } from 'ra-core';
import type { OnlinePaymentRow } from '#schema/onlinePayment.ts';
import { entityOf } from '../../../core/entities.ts';
import { useLabels } from '../../../core/labels.ts';
import { FieldValue } from '../../../crud/fields.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';

const onlinePayment = entityOf('admin/online-payments');

const fields = ['answer', 'paid', 'transaction', 'checks', 'checked_at'];

/** What the online service says about a payment, and what a person must settle. */
export function OnlineFacts({ uuid }: { uuid: string }) {
  const translate = useTranslate();
  const labels = useLabels(onlinePayment);
  const { data, error, refetch } = useGetOne<OnlinePaymentRow & { id: string }>(
    onlinePayment.name,
    { id: uuid },
    { retry: false, onError: () => undefined },
  );
  if (error && !data)
    return (
      <LoadFailure what="resources.admin/online-payments.name" error={error} onRetry={() => void refetch()} />
    );
  if (!data) return <Skeleton variant="rounded" height={160} />;
  return (
    <>
      {data.note && (
        <Alert severity="warning" variant="outlined">
          {translate(`reviews.note.${data.note}`)}
        </Alert>
      )}
      <dl className="crud-record review-facts">
        {fields.map((name) => (
          <div key={name}>
            <dt>{labels.field(name)}</dt>
            <dd>
              <FieldValue entity={onlinePayment} name={name} record={data} />
            </dd>
          </div>
        ))}
      </dl>
    </>
  );
}
