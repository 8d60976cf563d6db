import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import { onlineMethods, type PaymentReference } from '#schema/paymentReference.ts';
import { canAccess, canBuyPackages } from '../../../core/access.ts';
import { useLabels } from '../../../core/labels.ts';
import { offers } from '../../../core/offers.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { serverText } from '../../../i18n/serverText.ts';
import { PENDING_EVERY } from './PaymentNews.tsx';
import { usePaymentOptions } from './usePaymentOptions.ts';
import './payments.css';

interface Props {
  entity: Outline;
  payment: PaymentReference;
  /** The reason is said elsewhere. */
  isBrief?: boolean;
}

/**
 * Whether a service may still be paid at: not while the server cannot read its keys. Asked again as often as the payment;
 * undefined before the first answer, and true if it cannot be asked for.
 */
function useIsOffered(method: PaymentReference['method'], isOpen: boolean): boolean | undefined {
  const mayAsk = offers('payment-methods') && (canAccess('wallet/topup-history/create') || canBuyPackages());
  const { data, isFetched } = usePaymentOptions(isOpen && mayAsk, PENDING_EVERY);
  if (!mayAsk) return true;
  if (data) return data.methods.some((offered) => offered === method);
  return isFetched || undefined;
}

/** A payment's status, why it was rejected, and the link to its service while it is open. */
export function PaymentStatus({ entity, payment, isBrief = false }: Props) {
  const labels = useLabels(entity);
  const translate = useTranslate();
  const { uuid, status, reason, method } = payment;
  const isOpen =
    status === 'pending' && onlineMethods.some((online) => online === method) && canAccess('wallet/online');
  const isOffered = useIsOffered(method, isOpen);
  const service = { method: translate(`payments.method.${method}`) };
  return (
    <span className="pay-status">
      <StatusChip status={status} label={labels.choice('status', status)} />
      {isOpen && isOffered && (
        <Link to={`/wallet/online/${uuid}`}>{translate('payments.goOn', service)}</Link>
      )}
      {isOpen && isOffered === false && (
        <span className="pay-reason">{translate('payments.notOffered', service)}</span>
      )}
      {reason && !isBrief && <span className="pay-reason">{serverText(reason)}</span>}
    </span>
  );
}
