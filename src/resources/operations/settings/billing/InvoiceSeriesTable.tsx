import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { useState } from 'react';
import { type BillingSettings, INVOICE_SERIES, type InvoiceSeries } from '#schema/billingSettings.ts';
import { invoiceNumber } from '#schema/invoice.ts';
import { digits } from '../../../../core/format.ts';
import { FormDialog } from '../../../../crud/FormDialog.tsx';
import { readNumber } from '../../../../crud/inputs.tsx';
import { type Sent, useSettingsCall } from '../useSettingsCall.ts';

interface Props {
  series: readonly InvoiceSeries[];
  onChanged(changed: Pick<BillingSettings, 'invoice_series'>): void;
}

const numberOf = ({ fiscal_year, prefix }: InvoiceSeries, number: number): string =>
  digits(invoiceNumber({ prefix, fiscal_year, number }));

/** How each fiscal year numbers its invoices. A year without an invoice can be changed. */
export function InvoiceSeriesTable({ series, onChanged }: Props) {
  const translate = useTranslate();
  const [edited, setEdited] = useState<InvoiceSeries>();
  // A year that is over and has no invoice gets none any more; the two newest are the next and the current one.
  const isOpen = (row: InvoiceSeries) => row.last === null && series.indexOf(row) < 2;
  return (
    <>
      <p className="billing-lead">{translate('billingSettings.seriesHelp')}</p>
      <table className="billing-table billing-series">
        <thead>
          <tr>
            <th scope="col">{translate('billingSettings.fiscalYear')}</th>
            <th scope="col">{translate('billingSettings.firstNumber')}</th>
            <th scope="col">{translate('billingSettings.lastNumber')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {series.map((row) => (
            <tr key={row.fiscal_year}>
              <td>{digits(row.fiscal_year)}</td>
              <td className="crud-number">{numberOf(row, row.first)}</td>
              <td className="crud-number">
                {row.last === null ? translate('billingSettings.noInvoice') : numberOf(row, row.last)}
              </td>
              <td>
                {isOpen(row) && (
                  <Button
                    size="small"
                    onClick={() => setEdited(row)}
                    aria-label={`${translate('billingSettings.editSeries')}: ${digits(row.fiscal_year)}`}
                  >
                    {translate('billingSettings.editSeries')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {edited && <SeriesDialog series={edited} onChanged={onChanged} onClose={() => setEdited(undefined)} />}
    </>
  );
}

interface DialogProps {
  series: InvoiceSeries;
  onChanged: Props['onChanged'];
  onClose(): void;
}

function SeriesDialog({ series, onChanged, onClose }: DialogProps) {
  const translate = useTranslate();
  const { isBusy, submit } = useSettingsCall();
  const [prefix, setPrefix] = useState(series.prefix);
  const [first, setFirst] = useState(String(series.first));
  const [{ errors = {}, failure }, setSent] = useState<Sent<unknown>>({});
  const number = readNumber(first, 'integer');
  const { fiscal_year } = series;

  const save = async () => {
    const body = { fiscal_year, prefix: prefix.trim(), first: number };
    const sent = await submit<Pick<BillingSettings, 'invoice_series'>>('PUT', INVOICE_SERIES, body);
    setSent(sent);
    if (!sent.data) return;
    onChanged(sent.data);
    onClose();
  };
  const problem = errors.fiscal_year ?? errors.root;
  return (
    <FormDialog
      title={translate('billingSettings.editSeriesOf', { year: digits(fiscal_year) })}
      submit={translate('crud.form.save')}
      busy={isBusy}
      failure={problem ? failure : undefined}
      failureText={problem && <ValidationError error={problem} />}
      onSubmit={() => void save()}
      onClose={onClose}
    >
      <TextField
        id="series-prefix"
        label={`${translate('billingSettings.prefix')} ${translate('crud.form.optional')}`}
        value={prefix}
        onChange={({ target }) => setPrefix(target.value)}
        error={Boolean(errors.prefix)}
        helperText={
          errors.prefix ? <ValidationError error={errors.prefix} /> : translate('billingSettings.prefixHelp')
        }
        slotProps={{ htmlInput: { autoComplete: 'off', maxLength: 12 } }}
        fullWidth
      />
      <TextField
        id="series-first"
        label={translate('billingSettings.firstOf')}
        value={first}
        onChange={({ target }) => setFirst(target.value)}
        error={Boolean(errors.first)}
        helperText={errors.first && <ValidationError error={errors.first} />}
        slotProps={{ htmlInput: { inputMode: 'numeric', autoComplete: 'off', maxLength: 7 } }}
        fullWidth
      />
      <p className="billing-sample" aria-live="polite">
        {typeof number === 'number' &&
          translate('billingSettings.sample', {
            number: numberOf({ ...series, prefix: prefix.trim() }, number),
          })}
      </p>
    </FormDialog>
  );
}
