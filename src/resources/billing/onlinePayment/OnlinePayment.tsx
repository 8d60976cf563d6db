import { useTranslate } from 'ra-core';
import { useEffect } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import type { PaymentReference } from '#schema/paymentReference.ts';
import { serviceNames } from '#schema/serviceNames.ts';
import { canAccess } from '../../../core/access.ts';
import { HttpError } from '../../../core/http.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageHeader } from '../../../crud/PageHeader.tsx';
import { NotFound } from '../../../layout/StatePages.tsx';
import { usePreferences } from '../../../layout/useUser.ts';
import { Outcome } from './Outcome.tsx';
import { useOnlinePayment } from './useOnlinePayment.ts';
import './OnlinePayment.css';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The page to which eSewa and Khalti return, paid or not: shows what they tell this server about the payment. */
export function OnlinePayment() {
  const { id: uuid = '' } = useParams();
  return UUID.test(uuid) ? <Payment key={uuid} uuid={uuid} /> : <NotFound />;
}

function Payment({ uuid }: { uuid: string }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const { pathname, search } = useLocation();
  const online = useOnlinePayment(uuid);
  const { payment, looked, error, again } = online;
  const services: Partial<Record<PaymentReference['method'], string>> =
    serviceNames[usePreferences().language];
  const service = payment && services[payment.method];

  // What the service put into the URL is not trusted, so it is removed.
  useEffect(() => {
    if (search) navigate(pathname, { replace: true });
  }, [search, pathname, navigate]);

  if (error instanceof HttpError && error.status === 404) return <NotFound />;
  const back =
    payment?.kind === 'package' && canAccess('packages/history')
      ? { to: '/packages/history', label: translate('online.backPackages') }
      : { to: '/wallet/topup-history', label: translate('online.backTopups') };
  return (
    <>
      <PageHeader
        title={service ? translate('online.title', { service }) : translate('online.titleUnknown')}
        back={back}
      />
      {error && !looked ? (
        <LoadFailure what="online.titleUnknown" error={error} onRetry={again} />
      ) : (
        <Outcome online={online} service={service} />
      )}
    </>
  );
}
