import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslate, ValidationError } from 'ra-core';
import { type FormEvent, useState } from 'react';
import type { LinkCost } from '#schema/linkCost.ts';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { hasPermission } from '../../../core/access.ts';
import { dataOf } from '../../../core/dataOf.ts';
import { entityOf } from '../../../core/entities.ts';
import { asFormError } from '../../../core/envelope.ts';
import { dateTime, priceInRupees, today } from '../../../core/format.ts';
import { HttpError, http } from '../../../core/http.ts';
import { offers } from '../../../core/offers.ts';
import { canWrite } from '../../../crud/access.ts';
import { readNumber } from '../../../crud/inputs.tsx';
import { LoadFailure } from '../../../crud/LoadFailure.tsx';
import { NepaliDateInput } from '../../../crud/NepaliDateInput.tsx';
import { useAct } from '../../../crud/useAct.ts';
import './links.css';

const operatorLink = entityOf('admin/operator-links');

/** What a message part, or a Viber message, costs the provider over a link: the prices, each with the time from which it holds. */
export function LinkCosts({ link: { uuid, channel } }: { link: OperatorLink }) {
  const translate = useTranslate();
  const client = useQueryClient();
  const path = `${operatorLink.path}${uuid}/costs/`;
  const key = ['link-costs', uuid];
  const isShown = offers('link-costs') && hasPermission(operatorLink.read);
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async ({ signal }) => dataOf<LinkCost[]>(await http.json(path, { signal })),
    enabled: isShown,
    retry: false,
  });
  const { isBusy, run } = useAct(() => void refetch());
  if (!isShown) return null;
  const mayWrite = canWrite(operatorLink, 'update');
  // A Viber message has no parts.
  const unit = channel === 'viber' ? 'message' : 'part';
  const costs = Array.isArray(data) ? data : [];
  const onChanged = (answer: LinkCost[]) => client.setQueryData(key, answer);
  const remove = (cost: string) =>
    run(async () => {
      onChanged(dataOf<LinkCost[]>(await http.json(`${path}${cost}/`, { method: 'DELETE' })));
      return ['linkForms.cost_removed'];
    });
  return (
    <section className="crud-card link-costs" aria-labelledby="link-costs">
      <h2 id="link-costs">{translate('linkForms.costs')}</h2>
      <p className="link-quiet">{translate(`linkForms.costs_text.${unit}`)}</p>
      {error && !data ? (
        <LoadFailure what="linkForms.costs" error={error} onRetry={() => void refetch()} />
      ) : costs.length === 0 ? (
        <p>{data && translate('linkForms.costs_none')}</p>
      ) : (
        <table>
          <thead>
            <tr>
              <th scope="col">{translate('linkForms.cost_from')}</th>
              <th scope="col" className="crud-end">
                {translate(`linkForms.cost_price.${unit}`)}
              </th>
              <td />
            </tr>
          </thead>
          <tbody>
            {costs.map(({ uuid: cost, price, valid_from, status }) => (
              <tr key={cost} data-status={status}>
                <td>{dateTime(valid_from)}</td>
                <td className="crud-number crud-end">
                  {price === null ? translate('linkForms.cost_unknown') : priceInRupees(price)}
                </td>
                <td>
                  {status === 'future' && mayWrite ? (
                    <Button size="small" color="error" disabled={isBusy} onClick={() => void remove(cost)}>
                      {translate('linkForms.cost_remove')}
                    </Button>
                  ) : (
                    status === 'in-force' && translate('linkForms.cost_now')
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {mayWrite && <NewCost path={path} unit={unit} onChanged={onChanged} />}
    </section>
  );
}

function NewCost({
  path,
  unit,
  onChanged,
}: {
  path: string;
  unit: 'part' | 'message';
  onChanged(costs: LinkCost[]): void;
}) {
  const translate = useTranslate();
  const { isBusy, run } = useAct(() => undefined);
  const [price, setPrice] = useState('');
  const [from, setFrom] = useState<string | null>(null);
  const [errors, setErrors] = useState<Record<string, string>>({});
  const add = (event: FormEvent) => {
    event.preventDefault();
    const body = { price: readNumber(price, 'price'), ...(from && { valid_from: `${from}T00:00:00+05:45` }) };
    return run(async () => {
      try {
        const answer = await asFormError(http.json(path, { method: 'POST', body }));
        onChanged(dataOf<LinkCost[]>(answer));
      } catch (error) {
        if (!(error instanceof HttpError)) throw error;
        const wrong = error.body.errors as Record<string, string> | undefined;
        if (!wrong) throw error;
        setErrors(wrong);
        return undefined;
      }
      setPrice('');
      setFrom(null);
      return ['linkForms.cost_added'];
    });
  };
  return (
    <form className="link-cost-new" noValidate onSubmit={(event) => void add(event)}>
      <TextField
        id="cost-price"
        label={translate(`linkForms.cost_price.${unit}`)}
        value={price}
        onChange={({ target }) => {
          setPrice(target.value);
          setErrors({});
        }}
        error={Boolean(errors.price)}
        helperText={
          errors.price ? <ValidationError error={errors.price} /> : translate('linkForms.cost_price_help')
        }
        slotProps={{ htmlInput: { inputMode: 'decimal', autoComplete: 'off', maxLength: 12 } }}
      />
      <NepaliDateInput
        id="cost-from"
        label={translate('linkForms.cost_from')}
        value={from}
        onChange={(day) => {
          setFrom(day);
          setErrors({});
        }}
        min={today()}
        error={Boolean(errors.valid_from)}
        help={
          errors.valid_from ? (
            <ValidationError error={errors.valid_from} />
          ) : (
            translate('linkForms.cost_from_help')
          )
        }
      />
      <Button type="submit" variant="outlined" disabled={isBusy}>
        {translate('linkForms.cost_add')}
      </Button>
    </form>
  );
}
