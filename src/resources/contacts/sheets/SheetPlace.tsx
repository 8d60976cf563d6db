import Alert from '@mui/material/Alert';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { number } from '../../../core/format.ts';
import type { SheetSummary } from './types.ts';
import type { useSheet } from './useSheet.ts';
import './sheets.css';

/** Enough of a row to distinguish it. */
const SHOWN = 48;

const shortened = (cells: readonly string[]): string => {
  const text = cells.filter(Boolean).join(', ');
  return text.length > SHOWN ? `${text.slice(0, SHOWN).trimEnd()}…` : text;
};

export interface SheetPlaceProps {
  summary: SheetSummary;
  sheet: ReturnType<typeof useSheet>;
  disabled?: boolean;
}

/**
 * Where the table is in the file: sheet, header row, and whether to include hidden rows. It stays enabled while the file is
 * read again, because disabling a control would drop the keyboard's focus.
 */
export function SheetPlace({ summary, sheet: { state, place: onChange }, disabled }: SheetPlaceProps) {
  const translate = useTranslate();
  const id = useId();
  const { sheets, head, hidden } = summary;
  const error = state.step === 'ready' ? state.error : undefined;
  const choice = state.step === 'reading' ? state.choice : {};
  const sheet = choice.sheet ?? summary.sheet;
  const headerRow = choice.header_row ?? summary.headerRow;
  const skipsHidden = choice.hidden_rows ? choice.hidden_rows === 'skip' : summary.skipsHidden;
  return (
    <>
      {error && (
        <Alert severity="error" variant="outlined">
          {translate(`sheets.failures.${error.code}`, { row: number(error.row ?? 0) })}
        </Alert>
      )}
      <div className="sheet-mapping">
        {sheets.length > 1 && (
          <div>
            <label htmlFor={`${id}-sheet`}>{translate('sheets.sheet')}</label>
            <select
              id={`${id}-sheet`}
              value={sheet ?? ''}
              disabled={disabled}
              onChange={(event) => onChange({ sheet: event.target.value, header_row: null })}
            >
              {sheets.map((name) => (
                <option key={name}>{name}</option>
              ))}
            </select>
          </div>
        )}
        <div>
          <label htmlFor={`${id}-header`}>{translate('sheets.headerRow')}</label>
          <select
            id={`${id}-header`}
            value={headerRow}
            disabled={disabled}
            onChange={(event) => onChange({ header_row: Number(event.target.value) })}
          >
            <option value={0}>{translate('sheets.noHeaderRow')}</option>
            {head.map(({ row, cells }) => (
              <option key={row} value={row}>
                {translate('sheets.rowCells', { row: number(row), cells: shortened(cells) })}
              </option>
            ))}
            {headerRow > (head.at(-1)?.row ?? 0) && (
              <option value={headerRow}>
                {translate('sheets.rowCells', { row: number(headerRow), cells: shortened(summary.columns) })}
              </option>
            )}
          </select>
        </div>
      </div>
      {hidden > 0 && (
        <Alert severity="info" variant="outlined">
          {translate('sheets.hidden', { smart_count: hidden, count: number(hidden) })}
          <label className="sheet-hidden">
            <input
              type="checkbox"
              checked={!skipsHidden}
              disabled={disabled}
              onChange={(event) => onChange({ hidden_rows: event.target.checked ? 'include' : 'skip' })}
            />
            {translate('sheets.includeHidden')}
          </label>
        </Alert>
      )}
    </>
  );
}
