import { entityOf } from '../../../core/entities.ts';
import { PaymentPage } from '../payments/PaymentPage.tsx';

/** One top-up or package payment. */
export const PaymentShow = () => <PaymentPage entity={entityOf('wallet/topup-history')} />;
