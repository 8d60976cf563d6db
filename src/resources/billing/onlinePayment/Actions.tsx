import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { canAccess, canBuyPackages } from '../../../core/access.ts';
import { goToCheckout } from '../payments/checkout.ts';
import { type Online, staffNote } from './useOnlinePayment.ts';

/** The next actions, most likely first. */
export function Actions({ online, service }: { online: Online; service: string }) {
  const translate = useTranslate();
  const { looked, isAsking, again } = online;
  if (!looked) return null;
  const { status, kind, invoice, checkout, answer } = looked;
  // While money may still come, a second payment must not be suggested first.
  const startsAnew =
    !staffNote(looked) &&
    (status === 'cancelled' || status === 'rejected' || (status === 'pending' && answer === 'not_found'));
  const isPackage = kind === 'package';
  const restart = isPackage
    ? { route: 'packages/sms', label: 'online.restartPackage', can: canBuyPackages() }
    : {
        route: 'wallet/topup-history/create',
        label: 'online.restart',
        can: canAccess('wallet/topup-history/create'),
      };
  const next = isPackage
    ? { route: 'packages/active-packages', label: 'online.packages' }
    : { route: 'sms/bulk-sms', label: 'online.send' };

  return (
    <div className="online-actions">
      {status === 'confirmed' && canAccess(next.route) && (
        <Button variant="contained" component={Link} to={`/${next.route}`}>
          {translate(next.label)}
        </Button>
      )}
      {invoice && (
        <Button variant="outlined" component={Link} to={`/wallet/invoices/${invoice}`}>
          {translate('online.invoice')}
        </Button>
      )}
      {status === 'pending' && checkout && (
        <Button variant="contained" onClick={() => goToCheckout(checkout)}>
          {translate('online.goOn', { service })}
        </Button>
      )}
      {status === 'pending' && (
        <Button variant="outlined" loading={isAsking} onClick={again}>
          {translate('online.again')}
        </Button>
      )}
      {startsAnew && restart.can && (
        <Button
          variant={status === 'pending' ? 'outlined' : 'contained'}
          component={Link}
          to={`/${restart.route}`}
        >
          {translate(restart.label)}
        </Button>
      )}
    </div>
  );
}
