import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import { onlineMethods, type PaymentReference } from '#schema/paymentReference.ts';
import { canAccess, canBuyPackages } from '../../../core/access.ts';
import { useLabels } from '../../../core/labels.ts';
import { offers } from '../../../core/offers.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { serverText } from '../../../i18n/serverText.ts';
import { usePaymentOptions } from './usePaymentOptions.ts';
import './payments.css';

interface Props {
  entity: Outline;
  payment: PaymentReference;
  /** The reason is said elsewhere. */
  isBrief?: boolean;
}

/** Whether a service may still be paid at. Not while the server cannot read its keys; what is unknown is offered. */
function useIsOffered(method: PaymentReference['method'], isOpen: boolean): boolean {
  const mayAsk = offers('payment-methods') && (canAccess('wallet/topup-history/create') || canBuyPackages());
  const { data } = usePaymentOptions(isOpen && mayAsk);
  return !mayAsk || !data || data.methods.some((offered) => offered === method);
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
      {isOpen &&
        (isOffered ? (
          <Link to={`/wallet/online/${uuid}`}>{translate('payments.goOn', service)}</Link>
        ) : (
          <span>{translate('payments.notOffered', service)}</span>
        ))}
      {reason && !isBrief && <span className="pay-reason">{serverText(reason)}</span>}
    </span>
  );
}
