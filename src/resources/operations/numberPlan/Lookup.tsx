import TextField from '@mui/material/TextField';
import { useListContext, useTranslate } from 'ra-core';
import { useId, useState } from 'react';
import { NUMBER_LOOKUP, type NumberLookup } from '#schema/numberPlan.ts';
import { useNumberAnswer } from '../useNumberAnswer.ts';
import { shownPrefix } from './shownPrefix.ts';
import './numberPlan.css';

/** Shows the current operator of a typed number. */
export function Lookup() {
  const translate = useTranslate();
  const id = useId();
  const { data: listed } = useListContext();
  const [typed, setTyped] = useState('');
  // Part of the list's records, so that changing them asks again.
  const { data, problem } = useNumberAnswer<NumberLookup>(NUMBER_LOOKUP, typed, { with: listed });
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
      <p role="status">{data && answer(translate, data)}</p>
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
