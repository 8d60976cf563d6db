import { entityOf } from '../../../core/entities.ts';
import { PaymentPage } from '../payments/PaymentPage.tsx';

/** One payment into the wallet, or for a package. */
export const PaymentShow = () => <PaymentPage entity={entityOf('wallet/topup-history')} />;
