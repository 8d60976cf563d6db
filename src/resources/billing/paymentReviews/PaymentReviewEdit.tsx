import { paymentReview } from '#schema/paymentReview.ts';
import { PaymentEdit } from '../payments/PaymentEdit.tsx';

export const PaymentReviewEdit = () => <PaymentEdit entity={paymentReview} />;
