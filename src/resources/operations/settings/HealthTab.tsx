import CheckCircleRounded from '@mui/icons-material/CheckCircleRounded';
import ErrorRounded from '@mui/icons-material/ErrorRounded';
import InfoOutlined from '@mui/icons-material/InfoOutlined';
import WarningAmberRounded from '@mui/icons-material/WarningAmberRounded';
import Button from '@mui/material/Button';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import type { Feature } from '#schema/features.ts';
import { type HealthCheck, healthStates, SETUP_HEALTH, type SetupHealth } from '#schema/setupHealth.ts';
import { canAccess } from '../../../core/access.ts';
import { http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { PageSkeleton } from '../../../layout/PageSkeleton.tsx';
import { healthText } from './healthText.ts';
import './health.css';

const icons = {
  ok: CheckCircleRounded,
  note: InfoOutlined,
  warning: WarningAmberRounded,
  error: ErrorRounded,
};

/** Where something can be done about a subject; for the others, the text names a variable or a document. */
const places: Partial<Record<HealthCheck['name'], string>> = {
  operator: 'admin/operator-links',
  sending: 'admin/failover',
  price: 'admin/product-pricing',
};
const tabs: Partial<Record<HealthCheck['name'], { path: string; feature: Feature }>> = {
  brand: { path: '/admin/settings/brand', feature: 'brand-settings' },
  mail: { path: '/admin/settings/mail', feature: 'mail-settings' },
  tax: { path: '/admin/settings/billing', feature: 'billing-settings' },
  payments: { path: '/admin/settings/billing', feature: 'billing-settings' },
};

function Place({ name }: { name: HealthCheck['name'] }) {
  const translate = useTranslate();
  const [place, tab] = [places[name], tabs[name]];
  const to = place && canAccess(place) ? `/${place}` : tab && offers(tab.feature) ? tab.path : undefined;
  if (!to) return null;
  return (
    <Link to={to} aria-label={`${translate('health.open')}: ${translate(`health.names.${name}`)}`}>
      {translate('health.open')}
    </Link>
  );
}

/** What of the set-up is missing, falls back or is broken: the worst first. */
export function HealthTab() {
  const translate = useTranslate();
  const { data, error, isFetching, refetch } = useQuery({
    queryKey: [SETUP_HEALTH],
    queryFn: async ({ signal }) =>
      (await http.json<{ data: SetupHealth }>(SETUP_HEALTH, { signal })).data.checks,
  });
  if (!data) {
    if (!error) return <PageSkeleton />;
    return <LoadFailure what="health.all" error={error} onRetry={() => void refetch()} />;
  }
  const weight = ({ state }: HealthCheck) => healthStates.indexOf(state);
  const checks = data.toSorted((a, b) => weight(b) - weight(a));
  const worst = checks[0]?.state ?? 'ok';
  return (
    <section className="crud-card health" aria-labelledby="health-title">
      <header>
        <h2 id="health-title">{translate(`health.worst.${worst}`)}</h2>
        <Button size="small" variant="outlined" loading={isFetching} onClick={() => void refetch()}>
          {translate('health.again')}
        </Button>
      </header>
      <p>{translate('health.lead')}</p>
      <ul>
        {checks.map((check) => {
          const Icon = icons[check.state] ?? InfoOutlined;
          return (
            <li key={check.name} data-state={check.state}>
              <Icon aria-hidden="true" />
              <div>
                <strong>{translate(`health.names.${check.name}`, { _: check.name })}</strong>{' '}
                <small>{translate(`health.states.${check.state}`, { _: check.state })}</small>
                <p>{healthText(translate, check)}</p>
              </div>
              {check.state !== 'ok' && <Place name={check.name} />}
            </li>
          );
        })}
      </ul>
    </section>
  );
}
