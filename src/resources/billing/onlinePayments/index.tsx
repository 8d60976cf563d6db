import type { ResourceProps } from 'ra-core';
import { Navigate, useParams } from 'react-router-dom';
import { entityOf } from '../../../core/entities.ts';
import { screen } from '../../../start/screen.ts';

const onlinePayment = entityOf('admin/online-payments');
const paymentReview = entityOf('admin/payment-references');

/** The payment's own page shows what its service says of it; both have one uuid. */
function ToPayment() {
  const { id } = useParams();
  return <Navigate to={`/${paymentReview.name}/${id}/show`} replace />;
}

export const onlinePaymentResource: ResourceProps = {
  name: onlinePayment.name,
  list: screen(() => import('./OnlinePaymentList.tsx').then((m) => ({ default: m.OnlinePaymentList }))),
  show: <ToPayment />,
};
