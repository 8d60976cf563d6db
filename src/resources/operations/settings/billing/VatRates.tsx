import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { type FormEvent, useState } from 'react';
import { type VatRates as Answer, VAT_RATES, type VatRate, vatPercentOn } from '#schema/billingSettings.ts';
import { date, digits, today } from '../../../../core/format.ts';
import { ConfirmDialog } from '../../../../crud/ConfirmDialog.tsx';
import { readNumber } from '../../../../crud/inputs.tsx';
import { NepaliDateInput } from '../../../../crud/NepaliDateInput.tsx';
import { useSettingsCall } from '../useSettingsCall.ts';

interface Props {
  rates: readonly VatRate[];
  onChanged(rates: VatRate[]): void;
}

/** The rates of VAT by date; those of today and later can be set and removed. */
export function VatRates({ rates, onChanged }: Props) {
  const translate = useTranslate();
  const { isBusy, submit } = useSettingsCall();
  const [percent, setPercent] = useState('');
  const [from, setFrom] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const [removed, setRemoved] = useState<VatRate>();
  const now = vatPercentOn(rates, today());
  const percentOf = (rate: VatRate) =>
    translate('billingSettings.percent', { percent: digits(String(rate.percent)) });

  const add = async (event: FormEvent) => {
    event.preventDefault();
    // Its units are whole ones: a percentage is sent as it is read.
    const body = { from, percent: readNumber(percent, 'integer') };
    const { data, errors: wrong = {} } = await submit<Answer>('PUT', VAT_RATES, body);
    setErrors(wrong);
    if (!data) return;
    setPercent('');
    setFrom(null);
    onChanged(data.rates);
  };
  const remove = async () => {
    const { data } = await submit<Answer>('DELETE', `${VAT_RATES}${removed?.from}/`);
    setRemoved(undefined);
    if (data) onChanged(data.rates);
  };

  return (
    <>
      <p className="billing-lead">{translate('billingSettings.vatHelp')}</p>
      <table className="billing-table">
        <thead>
          <tr>
            <th scope="col">{translate('billingSettings.from')}</th>
            <th scope="col">{translate('billingSettings.rate')}</th>
            <td />
          </tr>
        </thead>
        <tbody>
          {rates.map((rate) => (
            <tr key={rate.from}>
              <td>{rate.from ? date(rate.from) : translate('billingSettings.always')}</td>
              <td className="crud-number">{percentOf(rate)}</td>
              <td>
                {rate.from && rate.from >= today() && (
                  <Button size="small" color="error" onClick={() => setRemoved(rate)} disabled={isBusy}>
                    {translate('billingSettings.removeRate')}
                  </Button>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <form className="billing-row" noValidate onSubmit={(event) => void add(event)}>
        <TextField
          id="vat-percent"
          label={translate('billingSettings.newRate')}
          value={percent}
          onChange={({ target }) => {
            setPercent(target.value);
            setErrors({});
          }}
          error={Boolean(errors.percent)}
          helperText={
            errors.percent ? (
              <ValidationError error={errors.percent} />
            ) : (
              translate('billingSettings.newRateHelp', { percent: digits(String(now ?? '')) })
            )
          }
          slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 6 } }}
        />
        <NepaliDateInput
          id="vat-from"
          label={translate('billingSettings.from')}
          value={from}
          onChange={(day) => {
            setFrom(day);
            setErrors({});
          }}
          min={today()}
          error={Boolean(errors.from)}
          help={errors.from && <ValidationError error={errors.from} />}
          required
        />
        <Button type="submit" variant="outlined" disabled={isBusy}>
          {translate('billingSettings.addRate')}
        </Button>
      </form>
      <ConfirmDialog
        open={removed !== undefined}
        title={translate('billingSettings.removeRateTitle')}
        confirm={translate('billingSettings.removeRate')}
        danger
        busy={isBusy}
        onConfirm={() => void remove()}
        onClose={() => setRemoved(undefined)}
      >
        {removed &&
          translate('billingSettings.removeRateText', {
            percent: percentOf(removed),
            date: date(removed.from ?? ''),
          })}
      </ConfirmDialog>
    </>
  );
}
