import TextField from '@mui/material/TextField';
import { useQuery } from '@tanstack/react-query';
import { useListContext, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { NUMBER_LOOKUP, type NumberLookup } from '#schema/numberPlan.ts';
import { readPhone } from '#schema/phone.ts';
import { HttpError, http } from '../../../core/http.ts';
import { useSettled } from '../../../core/useSettled.ts';
import { shownPrefix } from './shownPrefix.ts';
import './numberPlan.css';

/** Shows the current operator of a typed number. */
export function Lookup() {
  const translate = useTranslate();
  const id = useId();
  const { data: listed } = useListContext();
  const [typed, setTyped] = useState('');
  const asked = useSettled(typed.trim());
  const read = readPhone(asked);
  const isWhole = asked !== '' && read.problem !== 'too-short' && read.problem !== 'empty';
  const { data, error } = useQuery({
    // Part of the list's records, so that changing them asks again.
    queryKey: ['numberLookup', asked, listed],
    queryFn: async ({ signal }) => {
      const query = new URLSearchParams({ phone: asked });
      return (await http.json<{ data: NumberLookup }>(`${NUMBER_LOOKUP}?${query}`, { signal })).data;
    },
    enabled: isWhole,
    retry: false,
  });
  const problem =
    isWhole && error instanceof HttpError ? (error.body.errors?.phone?.[0] ?? error.message) : '';
  const isCurrent = isWhole && asked === typed.trim() && data !== undefined;
  return (
    <section className="crud-card number-lookup" aria-labelledby={id}>
      <h2 id={id}>{translate('numberPlan.lookup')}</h2>
      <TextField
        type="tel"
        label={translate('numberPlan.number')}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        error={problem !== ''}
        helperText={problem ? translate(problem, { _: problem }) : translate('numberPlan.numberHelp')}
        slotProps={{ htmlInput: { inputMode: 'tel', autoComplete: 'off' } }}
        sx={{ maxWidth: 340 }}
      />
      <p role="status">{isCurrent && answer(translate, data)}</p>
    </section>
  );
}

function answer(
  translate: (key: string, options?: object) => string,
  { operator, closed, prefix }: NumberLookup,
): string {
  if (prefix === null) return translate('numberPlan.unknown');
  return translate(closed ? 'numberPlan.isClosed' : 'numberPlan.is', {
    operator: translate(`crud.choices.${operator}`),
    prefix: shownPrefix(prefix),
  });
}
