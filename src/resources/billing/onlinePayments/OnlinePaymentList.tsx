import Button from '@mui/material/Button';
import { useGetList, useListContext, useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { onlineNotes } from '#schema/onlinePayment.ts';
import { entityOf } from '../../../core/entities.ts';
import { number, rupees } from '../../../core/format.ts';
import { EntityList } from '../../../crud/EntityList.tsx';
import { PaymentTabs } from '../../../crud/review/PaymentTabs.tsx';
import '../../../crud/review/reviews.css';

const onlinePayment = entityOf('admin/online-payments');
const paymentReview = entityOf('admin/payment-references');

/** Online payments by their services' answers, with a filter for those that a person must settle. */
export function OnlinePaymentList() {
  const translate = useTranslate();
  return (
    <EntityList
      entity={onlinePayment}
      filters={['note', 'answer', 'method', 'account', 'created_at']}
      tabs={<PaymentTabs />}
      above={<NeedsPerson />}
      columns={[
        'created_at',
        { name: 'account_name', phone: 'title' },
        {
          name: 'amount',
          opens: true,
          render: ({ id, amount }) => (
            <Link className="crud-number crud-title" to={`/${paymentReview.name}/${id}/show`}>
              {rupees(amount as number)}
            </Link>
          ),
        },
        'paid',
        'method',
        'status',
        'answer',
        'note',
        { name: 'transaction', hidden: true },
        { name: 'checked_at', hidden: true },
      ]}
      link={false}
      empty={{ title: translate('reviews.noOnline'), text: translate('reviews.noOnlineText') }}
    />
  );
}

const noted = { note__in: [...onlineNotes] };

/** How many payments a person must settle, and the filter for them. */
function NeedsPerson() {
  const translate = useTranslate();
  const { filterValues, setFilters } = useListContext();
  const { total, isPending } = useGetList(
    onlinePayment.name,
    { pagination: { page: 1, perPage: 1 }, sort: { field: 'created_at', order: 'DESC' }, filter: noted },
    { onError: () => undefined },
  );
  const isOn = filterValues?.note__in !== undefined;
  if (total === undefined) return isPending ? <div className="review-note" /> : null;
  return (
    <div className="review-note">
      <p>
        {total > 0
          ? translate('reviews.needPerson', { smart_count: total, count: number(total) })
          : translate('reviews.needNobody')}
      </p>
      {(total > 0 || isOn) && (
        <Button variant="outlined" onClick={() => setFilters(isOn ? {} : noted, undefined, false)}>
          {translate(isOn ? 'reviews.showAll' : 'reviews.showThese')}
        </Button>
      )}
    </div>
  );
}
