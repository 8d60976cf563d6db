import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate } from 'ra-core';
import { type BillingSettings, billing } from '#schema/billingSettings.ts';
import { http } from '../../../../core/http.ts';
import { LoadFailure } from '../../../../crud/LoadFailure.tsx';
import { PageSkeleton } from '../../../../layout/PageSkeleton.tsx';
import { BillingForm } from './BillingForm.tsx';
import { Gateways } from './Gateways.tsx';
import { InvoiceSeriesTable } from './InvoiceSeriesTable.tsx';
import { VatRates } from './VatRates.tsx';
import './billing.css';

/** As in SettingsForm, which reads the same. */
const KEY = [billing.path];

/** /admin/settings/billing: seller, bank accounts, payment methods, VAT, invoice numbers and online services. */
export function BillingTab() {
  const translate = useTranslate();
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) =>
      (await http.json<{ data: BillingSettings }>(billing.path, { signal })).data,
  });
  /** Shows what a change answered. */
  const onChanged = (changed: Partial<BillingSettings>) => {
    client.setQueryData<BillingSettings>(KEY, (former) => former && { ...former, ...changed });
    // Customers' forms on this device show the new methods at once.
    void client.invalidateQueries({ queryKey: ['paymentOptions'] });
  };
  if (!data && !error) return <PageSkeleton />;
  if (!data) return <LoadFailure what="settings.tabs.billing" error={error} onRetry={() => void refetch()} />;
  return (
    <div className="billing-settings">
      <BillingForm />
      <section className="crud-card billing-section" aria-labelledby="billing-vat">
        <h2 id="billing-vat">{translate('billingSettings.vat')}</h2>
        <VatRates rates={data.vat_rates} onChanged={(vat_rates) => onChanged({ vat_rates })} />
      </section>
      <section className="crud-card billing-section" aria-labelledby="billing-series">
        <h2 id="billing-series">{translate('billingSettings.series')}</h2>
        <InvoiceSeriesTable series={data.invoice_series} onChanged={onChanged} />
      </section>
      <section className="crud-card billing-section" aria-labelledby="billing-gateways">
        <h2 id="billing-gateways">{translate('billingSettings.gateways')}</h2>
        <Gateways gateways={data.gateways} onChanged={onChanged} />
      </section>
    </div>
  );
}
