import Alert from '@mui/material/Alert';
import AlertTitle from '@mui/material/AlertTitle';
import { useTranslate } from 'ra-core';
import { Link } from 'react-router-dom';
import { useSummary } from '../../layout/useSummary.ts';
import { healthText } from '../operations/settings/healthText.ts';

/** The worst that is wrong with the set-up, for administrators. */
export function HealthAlert() {
  const translate = useTranslate();
  const worst = useSummary({ every: false }).data?.health;
  if (!worst) return null;
  const name = translate(`health.names.${worst.name}`, { _: worst.name });
  return (
    <Alert severity={worst.state === 'error' ? 'error' : 'warning'} variant="outlined" sx={{ mb: 2 }}>
      <AlertTitle>{translate('health.onDashboard', { name })}</AlertTitle>
      {healthText(translate, worst)} <Link to="/admin/settings/health">{translate('health.all')}</Link>
    </Alert>
  );
}
