import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import { onlineMethods, type PaymentReference } from '#schema/paymentReference.ts';
import { canAccess } from '../../../core/access.ts';
import { useLabels } from '../../../core/labels.ts';
import { StatusChip } from '../../../crud/StatusChip.tsx';
import { serverText } from '../../../i18n/serverText.ts';
import './payments.css';

interface Props {
  entity: Outline;
  payment: PaymentReference;
  /** The reason is said elsewhere. */
  isBrief?: boolean;
}

/** A payment's status, why it was rejected, and the link to its service while it is open. */
export function PaymentStatus({ entity, payment, isBrief = false }: Props) {
  const labels = useLabels(entity);
  const translate = useTranslate();
  const { uuid, status, reason, method } = payment;
  const isOnline = onlineMethods.some((online) => online === method);
  return (
    <span className="pay-status">
      <StatusChip status={status} label={labels.choice('status', status)} />
      {status === 'pending' && isOnline && canAccess('wallet/online') && (
        <Link to={`/wallet/online/${uuid}`}>
          {translate('payments.goOn', { method: translate(`payments.method.${method}`) })}
        </Link>
      )}
      {reason && !isBrief && <span className="pay-reason">{serverText(reason)}</span>}
    </span>
  );
}
