import { entityOf } from '../../../core/entities.ts';
import { PaymentPage } from '../payments/PaymentPage.tsx';

/** One purchase of a package. */
export const PurchaseShow = () => <PaymentPage entity={entityOf('packages/history')} />;
