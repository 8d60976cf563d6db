import TextField from '@mui/material/TextField';
import { useTranslate } from 'ra-core';
import type { ReactNode } from 'react';
import { isIsoDay } from '#schema/bikramSambat.ts';
import { operators } from '#schema/phone.ts';
import { entityOf } from '../../../core/entities.ts';
import { digits, number, today } from '../../../core/format.ts';
import { useLabels } from '../../../core/labels.ts';
import { NepaliDateInput } from '../../../crud/NepaliDateInput.tsx';
import { type Chosen, DAYS_MAX, periods } from './period.ts';

const dailyConsumption = entityOf('wallet/daily-consumption');

type Change = Record<string, string | undefined>;

/** The period and the operator, both kept in the URL, after whatever else is chosen. */
export function PeriodBar({
  chosen,
  operator,
  measure,
  onChange,
  children,
}: {
  chosen: Chosen;
  operator: string;
  /** What the chart shows; undefined if there is no choice. */
  measure: string | undefined;
  /** URL parameters; undefined removes one. */
  onChange(change: Change): void;
  children?: ReactNode;
}) {
  const translate = useTranslate();
  const labels = useLabels(dailyConsumption);
  const { period, from, until, problem } = chosen;
  const text = (one: (typeof periods)[number]) =>
    one === 'month' || one === 'own'
      ? translate(`daily.${one}`)
      : translate('daily.last', { count: digits(one) });
  const choose = (next: string) =>
    // A custom period starts with the days currently shown.
    onChange(
      next === 'own'
        ? { period: next, from, until }
        : { period: next === '30' ? undefined : next, from: undefined, until: undefined },
    );
  const dayInput = (name: 'from' | 'until', value: string) => (
    <NepaliDateInput
      // The inputs follow the URL, for example after Back.
      key={`${name}-${period}`}
      label={translate(`daily.${name}`)}
      value={value || null}
      max={today()}
      error={problem === 'wrongOrder' || problem === 'tooLong'}
      onChange={(day) => {
        if (day === null) onChange({ [name]: undefined });
        else if (isIsoDay(day)) onChange({ [name]: day });
      }}
    />
  );
  return (
    <div className="daily-bar">
      {children}
      <TextField
        select
        label={translate('daily.period')}
        value={period}
        onChange={({ target }) => choose(target.value)}
        slotProps={{ select: { native: true } }}
      >
        {periods.map((one) => (
          <option key={one} value={one}>
            {text(one)}
          </option>
        ))}
      </TextField>
      {period === 'own' && (
        <div className="daily-own">
          {dayInput('from', from)}
          {dayInput('until', until)}
          {problem && (
            <p role="alert" className="daily-problem">
              {translate(`daily.${problem}`, { count: number(DAYS_MAX) })}
            </p>
          )}
        </div>
      )}
      <TextField
        select
        label={translate('daily.operator')}
        value={operator}
        onChange={({ target }) => onChange({ operator: target.value || undefined })}
        slotProps={{ select: { native: true } }}
      >
        <option value="">{translate('crud.list.any')}</option>
        {operators.map((one) => (
          <option key={one} value={one}>
            {labels.choice('operator', one)}
          </option>
        ))}
      </TextField>
      {measure && (
        <TextField
          select
          label={translate('daily.measure')}
          value={measure}
          onChange={({ target }) =>
            onChange({ measure: target.value === 'messages' ? undefined : target.value })
          }
          slotProps={{ select: { native: true } }}
        >
          <option value="messages">{translate('daily.messages')}</option>
          <option value="amount">{translate('daily.amount')}</option>
        </TextField>
      )}
    </div>
  );
}
