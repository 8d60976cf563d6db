import FormHelperText from '@mui/material/FormHelperText';
import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import { type FocusEvent, type ReactNode, type Ref, useId, useState } from 'react';
import { adMonths, bsMonths } from '#schema/dayTexts.ts';
import { adDate, bsDate, bsDayOf, digits } from '../core/format.ts';
import { bikramSambat } from '../core/nepaliDate.ts';
import { preferences } from '../core/preferences.ts';
import {
  type DateEntry,
  type EntryCalendar,
  type EntryProblem,
  entryOfValue,
  inCalendar,
  pastedEntry,
  readEntry,
  unfinished,
} from './dateEntry.ts';
import { createMonthTyping } from './monthTyping.ts';
import './dateInput.css';

export interface NepaliDateInputProps {
  /** An ISO day (`yyyy-mm-dd`), or the input's own value for an incomplete date. */
  value: string | null | undefined;
  /**
   * Called with the ISO day, or null for none. For an invalid day it gets a text that no date schema accepts
   * (`bs:2083-2-`), so that the form cannot be sent but a draft keeps it.
   */
  onChange(value: string | null): void;
  label: string;
  /** The first and last ISO days allowed. */
  min?: string;
  max?: string;
  help?: ReactNode;
  error?: boolean;
  disabled?: boolean;
  required?: boolean;
  /** The initial calendar; defaults to the one of the user's dates. */
  calendar?: EntryCalendar;
  /** Called when the user chooses the other calendar. */
  onCalendar?(calendar: EntryCalendar): void;
  /** Without labels above the inputs, for filters, where space is short. */
  compact?: boolean;
  id?: string;
  name?: string;
  /** For the first input, which a form focuses when the date is refused. */
  inputRef?: Ref<HTMLInputElement>;
  onBlur?(): void;
}

/** A date typed or picked in Bikram Sambat or the Gregorian calendar, with the day of the other calendar next to it. */
export function NepaliDateInput(props: NepaliDateInputProps) {
  const {
    value,
    onChange,
    label,
    min,
    max,
    help,
    error,
    disabled,
    required,
    id,
    name,
    inputRef,
    onBlur,
    compact,
  } = props;
  const translate = useTranslate();
  const own = useId();
  const base = id ?? own;
  const { language, calendar: shown } = preferences.get();
  const start: EntryCalendar = props.calendar ?? (shown === 'ad' ? 'ad' : 'bs');
  const [entry, setEntry] = useState(() => entryOfValue(value, start));
  const [given, setGiven] = useState(value);
  const [touched, setTouched] = useState(false);
  const [typeMonth] = useState(createMonthTyping);
  if (value !== given) {
    setGiven(value);
    setEntry(entryOfValue(value, entry.calendar));
  }

  const limits = { min, max };
  const read = readEntry(entry, limits);
  const problem = 'problem' in read && (touched || error) ? read.problem : undefined;
  const change = (next: DateEntry) => {
    const now = readEntry(next, limits);
    const result = 'iso' in now ? now.iso : 'empty' in now ? null : unfinished(next);
    setEntry(next);
    setGiven(result);
    onChange(result);
  };
  const leave = (event: FocusEvent<HTMLFieldSetElement>) => {
    if (event.currentTarget.contains(event.relatedTarget)) return;
    setTouched(true);
    onBlur?.();
  };

  const invalid = Boolean(error) || problem !== undefined;
  const helpId = `${base}-help`;
  const box = { disabled, error: invalid, margin: 'none' as const };
  /** An input's label: above it, or inside it when space is short. */
  const named = (key: string) => (compact ? {} : { label: translate(key) });
  const inner = (key: string) => ({
    'aria-describedby': helpId,
    'aria-required': required || undefined,
    autoComplete: 'off',
    ...(compact && { 'aria-label': translate(key), placeholder: translate(key) }),
  });
  const isBs = entry.calendar === 'bs';
  const yearKey = isBs ? 'calendar.year' : 'calendar.yearAd';
  const dayKey = isBs ? 'calendar.day' : 'calendar.dayAd';
  const months = isBs ? bsMonths[language] : adMonths[language];

  return (
    <fieldset className={compact ? 'date-input is-compact' : 'date-input'} disabled={disabled} onBlur={leave}>
      <legend className="crud-hidden">{label}</legend>
      <div className="date-input-head">
        <span aria-hidden="true" className={invalid ? 'is-wrong' : undefined}>
          {label}
        </span>
        <CalendarChoice
          name={`${base}-calendar`}
          label={translate('calendar.inputCalendar', { label })}
          value={entry.calendar}
          onChange={(calendar) => {
            const next = inCalendar(entry, calendar, limits);
            change(next);
            props.onCalendar?.(next.calendar);
          }}
        />
      </div>
      <div className="date-input-boxes">
        <TextField
          {...box}
          id={base}
          name={name}
          {...named(yearKey)}
          className="date-input-year"
          inputRef={inputRef}
          value={digits(entry.year)}
          onChange={(event) => change({ ...entry, year: event.target.value })}
          onPaste={(event) => {
            const whole = pastedEntry(event.clipboardData.getData('text'), entry.calendar);
            if (!whole) return;
            event.preventDefault();
            change(whole);
          }}
          slotProps={{ htmlInput: { ...inner(yearKey), inputMode: 'numeric', maxLength: 4 } }}
        />
        <TextField
          {...box}
          select
          id={`${base}-month`}
          {...named('calendar.month')}
          className="date-input-month"
          value={entry.month}
          onChange={(event) => change({ ...entry, month: event.target.value })}
          onKeyDown={(event) => {
            if (event.ctrlKey || event.metaKey || event.altKey) return;
            const month = typeMonth(event.key, event.timeStamp, entry.calendar, entry.month);
            if (month === undefined) return;
            // Otherwise the browser would search, too.
            event.preventDefault();
            if (month) change({ ...entry, month });
          }}
          slotProps={{ select: { native: true }, htmlInput: inner('calendar.month') }}
        >
          <option value="">{translate(compact ? 'calendar.month' : 'calendar.pickMonth')}</option>
          {months.map((month, index) => (
            <option key={month} value={String(index + 1)}>
              {digits(String(index + 1))} – {month}
            </option>
          ))}
        </TextField>
        <TextField
          {...box}
          id={`${base}-day`}
          {...named(dayKey)}
          className="date-input-day"
          value={digits(entry.day)}
          onChange={(event) => change({ ...entry, day: event.target.value })}
          slotProps={{ htmlInput: { ...inner(dayKey), inputMode: 'numeric', maxLength: 2 } }}
        />
      </div>
      <FormHelperText component="div" id={helpId} error={invalid}>
        <output className="date-input-beside">
          {'iso' in read && <Beside iso={read.iso} calendar={entry.calendar} />}
        </output>
        {problem ? <Problem problem={problem} entry={entry} months={months} /> : help}
      </FormHelperText>
    </fieldset>
  );
}

const calendars: readonly { value: EntryCalendar; label: string }[] = [
  { value: 'bs', label: 'calendar.inputBs' },
  { value: 'ad', label: 'calendar.inputAd' },
];

function CalendarChoice({
  name,
  label,
  value,
  onChange,
}: {
  name: string;
  label: string;
  value: EntryCalendar;
  onChange(value: EntryCalendar): void;
}) {
  const translate = useTranslate();
  return (
    <div role="radiogroup" aria-label={label} className="date-input-calendar">
      {calendars.map((calendar) => (
        <label key={calendar.value}>
          <input
            type="radio"
            name={name}
            checked={value === calendar.value}
            onChange={() => onChange(calendar.value)}
          />
          <span>{translate(calendar.label)}</span>
        </label>
      ))}
    </div>
  );
}

/** The same day in the other calendar, and whether its BS year is provisional. */
function Beside({ iso, calendar }: { iso: string; calendar: EntryCalendar }) {
  const translate = useTranslate();
  const bs = bsDayOf(iso);
  if (!bs) return translate('calendar.noBsDate');
  const date =
    calendar === 'bs'
      ? translate('calendar.dateAd', { date: adDate(iso) })
      : translate('calendar.dateBs', { date: bsDate(iso) });
  if (!bikramSambat().isProvisional(bs.year)) return date;
  return `${date}. ${translate('calendar.provisional', { year: digits(String(bs.year)) })}`;
}

function Problem({
  problem,
  entry,
  months,
}: {
  problem: EntryProblem;
  entry: DateEntry;
  months: readonly string[];
}) {
  const translate = useTranslate();
  const key = `calendar.${problem.kind}`;
  switch (problem.kind) {
    case 'noSuchYear':
      return translate(entry.calendar === 'bs' ? 'calendar.noSuchBsYear' : key, {
        from: digits(String(problem.from)),
        until: digits(String(problem.until)),
      });
    case 'noSuchDay':
      return translate(key, {
        month: months[Number(entry.month) - 1],
        year: digits(entry.year),
        days: digits(String(problem.days)),
      });
    case 'tooEarly':
    case 'tooLate':
      return translate(key, {
        date: (entry.calendar === 'bs' && bsDate(problem.limit)) || adDate(problem.limit),
      });
    default:
      return translate(entry.calendar === 'bs' ? 'calendar.incomplete' : 'calendar.incompleteAd');
  }
}
