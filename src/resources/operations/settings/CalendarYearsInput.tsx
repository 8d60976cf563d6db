import AddRounded from '@mui/icons-material/AddRounded';
import CloseRounded from '@mui/icons-material/CloseRounded';
import Button from '@mui/material/Button';
import FormHelperText from '@mui/material/FormHelperText';
import IconButton from '@mui/material/IconButton';
import TextField from '@mui/material/TextField';
import { useInput, useTranslate, ValidationError } from 'ra-core';
import { flushSync } from 'react-dom';
import { useFormState } from 'react-hook-form';
import { type AddedYear, addedYearProblems, BikramSambat } from '#schema/bikramSambat.ts';
import { FIRST_PROVISIONAL_YEAR } from '#schema/bikramSambatTable.ts';
import { bsMonths } from '#schema/dayTexts.ts';
import { latinDigits } from '#schema/phone.ts';
import { adDate, digits } from '../../../core/format.ts';
import { usePreferences } from '../../../layout/useUser.ts';

/** A year as typed: null for an empty month. */
interface TypedYear {
  year: number;
  months: (number | null)[];
}

const asIs = (value: unknown) => value;
const asYear = ({ year, months }: TypedYear): AddedYear => ({
  year,
  months: months.map((days) => days ?? 0),
});
const isFilled = ({ months }: TypedYear): boolean => months.every((days) => days !== null);
const isMonth = (days: number | null): boolean => days !== null && days >= 29 && days <= 32;

function readDays(text: string): number | null {
  const plain = latinDigits(text).replace(/\D/g, '');
  return plain === '' ? null : Number(plain);
}

/** The years of Bikram Sambat that administrators add to the table, with twelve month lengths each. */
export function CalendarYearsInput({ source, label }: { source: string; label: string }) {
  const translate = useTranslate();
  const { field, fieldState, id } = useInput({ source, format: asIs, parse: asIs });
  const { isSubmitted, defaultValues } = useFormState();
  const saved = (defaultValues?.[source] ?? []) as TypedYear[];
  const years = ((field.value ?? []) as TypedYear[]).toSorted((a, b) => a.year - b.year);
  const calendar = new BikramSambat(years.filter(isFilled).map(asYear));
  const problems = new Map(addedYearProblems(years.map(asYear)).map(({ index, text }) => [index, text]));
  const shown = (index: number) =>
    isSubmitted || (years[index] && isFilled(years[index])) ? problems.get(index) : undefined;

  const has = (year: number) => years.some((other) => other.year === year);
  let next = FIRST_PROVISIONAL_YEAR;
  while (has(next)) next++;
  let provisional = FIRST_PROVISIONAL_YEAR;
  while (provisional <= calendar.lastYear && !calendar.isProvisional(provisional)) provisional++;

  const add = () => {
    const known = calendar.monthsOf(next);
    const months = known.length > 0 ? known : Array.from({ length: 12 }, () => null);
    // Its fields are there afterwards.
    flushSync(() => field.onChange([...years, { year: next, months }]));
    document.getElementById(`${id}-${next}-0`)?.focus();
  };
  const change = (year: number, month: number, days: number | null) =>
    field.onChange(
      years.map((other) => (other.year === year ? { year, months: other.months.with(month, days) } : other)),
    );
  const error = problems.size === 0 ? fieldState.error?.message : undefined;

  return (
    <fieldset className="settings-years" aria-describedby={`${id}-help`}>
      <legend>{label}</legend>
      <FormHelperText id={`${id}-help`} sx={{ mx: 0, mt: 0 }}>
        {translate('settings.calendar.help', {
          last: digits(String(calendar.lastYear)),
          provisional: digits(String(provisional)),
        })}
      </FormHelperText>
      {years.map((entry, index) => (
        <YearInput
          key={entry.year}
          id={`${id}-${entry.year}`}
          entry={entry}
          calendar={calendar}
          isSaved={saved.some(({ year }) => year === entry.year)}
          problem={shown(index)}
          onChange={(month, days) => change(entry.year, month, days)}
          onRemove={() => field.onChange(years.filter(({ year }) => year !== entry.year))}
        />
      ))}
      {error && (
        <FormHelperText error sx={{ mx: 0 }}>
          <ValidationError error={error} />
        </FormHelperText>
      )}
      <Button size="small" className="flush-start" startIcon={<AddRounded />} onClick={add}>
        {translate('settings.calendar.add', { year: digits(String(next)) })}
      </Button>
    </fieldset>
  );
}

interface YearProps {
  id: string;
  entry: TypedYear;
  calendar: BikramSambat;
  isSaved: boolean;
  problem: string | undefined;
  onChange(month: number, days: number | null): void;
  onRemove(): void;
}

function YearInput({ id, entry, calendar, isSaved, problem, onChange, onRemove }: YearProps) {
  const translate = useTranslate();
  const { language } = usePreferences();
  const { months } = entry;
  const year = digits(String(entry.year));
  const isWrong = (days: number | null) => problem !== undefined && (!isMonth(days) || months.every(isMonth));
  return (
    <section className="settings-year" aria-labelledby={`${id}-year`}>
      <header>
        <strong id={`${id}-year`}>{year}</strong>
        <IconButton aria-label={translate('settings.calendar.remove', { year })} onClick={onRemove}>
          <CloseRounded fontSize="small" />
        </IconButton>
      </header>
      <div className="settings-months">
        {months.map((days, month) => {
          const name = bsMonths[language][month] ?? '';
          return (
            <TextField
              key={name}
              id={`${id}-${month}`}
              size="small"
              margin="none"
              label={name}
              value={days === null ? '' : digits(String(days))}
              error={isWrong(days)}
              onChange={(event) => onChange(month, readDays(event.target.value))}
              slotProps={{
                htmlInput: {
                  'aria-label': translate('settings.calendar.days', { month: name, year }),
                  'aria-describedby': `${id}-note`,
                  inputMode: 'numeric',
                  autoComplete: 'off',
                  maxLength: 2,
                },
              }}
            />
          );
        })}
      </div>
      <FormHelperText id={`${id}-note`} error={problem !== undefined} sx={{ mx: 0 }}>
        {problem ? (
          translate(problem, { _: problem })
        ) : (
          <Sum entry={entry} calendar={calendar} isSaved={isSaved} />
        )}
      </FormHelperText>
    </section>
  );
}

/** The year's length and when the next begins; a new year filled from the table's forecast has a note to check it. */
function Sum({ entry, calendar, isSaved }: Pick<YearProps, 'entry' | 'calendar' | 'isSaved'>) {
  const translate = useTranslate();
  if (!isFilled(entry)) return null;
  const { year } = entry;
  const months = entry.months.map((days) => days ?? 0);
  const first = calendar.fromBs({ year, month: 1, day: 1 });
  if (!first) return null;
  const sum = months.reduce((total, days) => total + days, 0);
  const next = new Date(Date.parse(first) + sum * 86_400_000).toISOString().slice(0, 10);
  const forecast = new BikramSambat().monthsOf(year);
  return (
    <>
      {translate('settings.calendar.sum', {
        sum: digits(String(sum)),
        next: digits(String(year + 1)),
        date: adDate(next),
      })}
      {!isSaved && forecast.join() === months.join() && ` ${translate('settings.calendar.check')}`}
    </>
  );
}
