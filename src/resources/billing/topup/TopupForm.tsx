import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate, ValidationError } from 'ra-core';
import { useState } from 'react';
import { type PaymentOptions, TOPUP_MAX, TOPUP_MIN } from '#schema/paymentReference.ts';
import { money, number } from '../../../core/format.ts';
import { parseMoney } from '../../../core/parseMoney.ts';
import { PaymentFields } from '../payments/PaymentFields.tsx';
import { useFocusProblem } from '../payments/useFocusProblem.ts';
import type { Topup } from './useTopup.ts';

/** Preset amounts, in rupees. */
const QUICK = [1_000, 5_000, 10_000, 25_000, 50_000];

/** The amount and the payment method. */
export function TopupForm({ topup, options }: { topup: Topup; options: PaymentOptions }) {
  const translate = useTranslate();
  const { kept, problems, edit } = topup;
  const [isUploading, setUploading] = useState(false);
  const form = useFocusProblem(problems);
  const amount = parseMoney(kept.amount);
  const [least, most] = [options.topup_min ?? TOPUP_MIN, options.topup_max ?? TOPUP_MAX];
  const range = { least: money(least), most: money(most) };
  const isRead = amount !== undefined && amount >= least && amount <= most;

  return (
    <form
      ref={form}
      className="crud-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        topup.check(options);
      }}
    >
      <div>
        <TextField
          id="topup-amount"
          label={translate('topup.amount')}
          value={kept.amount}
          onChange={({ target }) => edit({ amount: target.value })}
          error={Boolean(problems.amount)}
          helperText={
            problems.amount ? (
              <ValidationError error={problems.amount} />
            ) : isRead ? (
              translate('topup.amountRead', { amount: money(amount) })
            ) : (
              translate('topup.amountHelp', range)
            )
          }
          slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 40 } }}
          sx={{ m: 0, '& .MuiInputBase-root': { maxWidth: 300 } }}
          fullWidth
        />
        <fieldset className="topup-quick">
          <legend className="crud-hidden">{translate('topup.quick')}</legend>
          {QUICK.filter((rupees) => rupees * 100 >= least && rupees * 100 <= most).map((rupees) => (
            <Button
              key={rupees}
              size="small"
              variant="outlined"
              onClick={() => edit({ amount: number(rupees) })}
            >
              {translate('topup.quickAmount', { amount: number(rupees) })}
            </Button>
          ))}
        </fieldset>
      </div>
      <PaymentFields
        values={kept}
        onChange={edit}
        problems={problems}
        options={options}
        legend={translate('payments.how')}
        onBusy={setUploading}
      />
      <div className="crud-form-buttons">
        <Button type="submit" variant="contained" disabled={isUploading}>
          {translate(isUploading ? 'payments.uploading' : 'topup.check')}
        </Button>
      </div>
    </form>
  );
}
