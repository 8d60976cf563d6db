import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { PASTED_MAX } from '#schema/compose.ts';
import type { NumberPlan } from '#schema/numberRanges.ts';
import { placeholders } from '#schema/sms.ts';
import { digits, number } from '../../../core/format.ts';
import type { RecipientsProps } from './draft.ts';
import { type PastedNumbers, withoutBad } from './numbers.ts';
import { fixedArea } from './plainArea.ts';

const LISTED_MAX = 50;

/** Pasted numbers, with the counts of valid, invalid and repeated ones while typing. */
export function NumbersInput({
  draft,
  edit,
  errors,
  pasted,
  plan,
}: RecipientsProps & { pasted: PastedNumbers; plan: NumberPlan | undefined }) {
  const translate = useTranslate();
  const { entries, good, bad, duplicates } = pasted;
  const names = placeholders(draft.body);
  const isTooMany = entries.length > PASTED_MAX;
  const error = isTooMany
    ? translate('compose.numbersTooMany', { count: number(entries.length), max: number(PASTED_MAX) })
    : errors.numbers && translate(errors.numbers, { _: errors.numbers });
  return (
    <div className="compose-way">
      <TextField
        id="compose-numbers"
        label={translate('compose.numbers')}
        value={draft.numbers}
        onChange={(event) => edit({ numbers: event.target.value })}
        multiline
        rows={6}
        fullWidth
        error={Boolean(error)}
        helperText={error || translate('compose.numbersHelp', { max: number(PASTED_MAX) })}
        slotProps={{
          input: fixedArea,
          htmlInput: { type: undefined, inputMode: 'tel', spellCheck: false, className: 'compose-numbers' },
        }}
      />
      {entries.length > 0 && (
        <p className="compose-counts" role="status">
          <span className="sms-good">{translate('compose.numbersGood', { count: number(good) })}</span>
          <span className={bad.length > 0 ? 'sms-bad' : 'sms-quiet'}>
            {translate('compose.numbersBad', { count: number(bad.length) })}
          </span>
          <span className="sms-quiet">
            {translate('compose.numbersDuplicate', { count: number(duplicates.length) })}
          </span>
        </p>
      )}
      {bad.length + duplicates.length > 0 && <BadNumbers {...pasted} />}
      {bad.length + duplicates.length > 0 && (
        <Button
          size="small"
          variant="outlined"
          sx={{ justifySelf: 'start' }}
          onClick={() => edit({ numbers: withoutBad(draft.numbers, plan) })}
        >
          {translate('compose.removeBad')}
        </Button>
      )}
      {entries.length > 0 && names.length > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('compose.numbersNoValues', { names: names.map((name) => `{{${name}}}`).join(', ') })}
        </Alert>
      )}
    </div>
  );
}

function BadNumbers({ bad, duplicates }: PastedNumbers) {
  const translate = useTranslate();
  const all = [
    ...bad.map((entry) => ({ ...entry, why: translate(entry.problem, { _: entry.problem }) })),
    ...duplicates.map((entry) => ({
      ...entry,
      why: translate('compose.repeatOf', { line: digits(String(entry.first)) }),
    })),
  ].sort((a, b) => a.line - b.line);
  return (
    <ul className="compose-bad" aria-label={translate('compose.badList')}>
      {all.slice(0, LISTED_MAX).map(({ line, value, why }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a number may occur twice in one line
        <li key={`${line} ${value} ${index}`}>
          <span className="sms-quiet">{translate('compose.badLine', { line: digits(String(line)) })}</span>
          <code>{value}</code>
          <span>{why}</span>
        </li>
      ))}
      {all.length > LISTED_MAX && (
        <li className="sms-quiet">
          {translate('compose.badMore', { count: number(all.length - LISTED_MAX) })}
        </li>
      )}
    </ul>
  );
}
