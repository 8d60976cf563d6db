import { Navigate, useParams } from 'react-router-dom';
import { entityOf } from '../../../core/entities.ts';
import { defineResource } from '../../../layout/defineResource.tsx';

const paymentReview = entityOf('admin/payment-references');

/** The payment's own page shows what its service says of it; both have one uuid. */
function ToPayment() {
  const { id } = useParams();
  return <Navigate to={`/${paymentReview.name}/${id}/show`} replace />;
}

export const onlinePayment = defineResource(entityOf('admin/online-payments'), ['reviews'], {
  list: () => import('./OnlinePaymentList.tsx').then((m) => m.OnlinePaymentList),
  show: <ToPayment />,
});
