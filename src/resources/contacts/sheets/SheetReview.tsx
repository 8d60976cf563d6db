import FileDownloadOutlined from '@mui/icons-material/FileDownloadOutlined';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslate } from 'ra-core';
import { useId } from 'react';
import { number } from '../../../core/format.ts';
import { save } from '../../../core/save.ts';
import { SheetTable } from './SheetTable.tsx';
import type { Mapping, SheetSummary } from './types.ts';
import './sheets.css';

const encodings: Record<SheetSummary['encoding'], string> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252',
};

/** Warnings about a readable file. */
export function SheetWarnings({ summary }: { summary: SheetSummary }) {
  const translate = useTranslate();
  return summary.warnings.map((warning) => (
    <Alert key={warning} severity={warning === 'converted' ? 'info' : 'warning'} variant="outlined">
      {translate(`sheets.warnings.${warning}`, {
        encoding: encodings[summary.encoding],
        count: number(summary.faulty),
      })}
    </Alert>
  ));
}

export interface SheetMappingProps {
  summary: SheetSummary;
  onChange(mapping: Mapping): void;
  disabled?: boolean;
  /** Also asks for the column of names or of reasons. */
  also?: 'name' | 'reason';
}

/**
 * Which column has the numbers, and which the names or reasons. Native selects: MUI's styles would load while rows are
 * still being rendered.
 */
export function SheetMapping({ summary, onChange, disabled, also }: SheetMappingProps) {
  const translate = useTranslate();
  const id = useId();
  const { mapping, columns } = summary;
  const select = (key: keyof Mapping, label: string, none?: string) => (
    <div>
      <label htmlFor={`${id}-${key}`}>{label}</label>
      <select
        id={`${id}-${key}`}
        value={mapping[key] ?? ''}
        disabled={disabled}
        required={key === 'phone'}
        onChange={(event) => onChange({ ...mapping, [key]: event.target.value || null })}
      >
        {(none !== undefined || !mapping[key]) && <option value="">{none ?? ''}</option>}
        {columns.map((column) => (
          <option key={column} value={column}>
            {column}
          </option>
        ))}
      </select>
    </div>
  );
  return (
    <div className="sheet-mapping">
      {select('phone', translate('sheets.phoneColumn'))}
      {also === 'name' && select('name', translate('sheets.nameColumn'), translate('sheets.noName'))}
      {also === 'reason' && select('reason', translate('sheets.reasonColumn'), translate('sheets.noReason'))}
    </div>
  );
}

/** The first rows of a file, as they are. */
export function SheetPreview({ summary, name }: { summary: SheetSummary; name: string }) {
  const translate = useTranslate();
  return (
    <SheetTable
      caption={translate('sheets.preview', { name })}
      columns={[translate('sheets.row'), ...summary.columns]}
      rows={summary.sample.map(({ row, cells }) => [
        number(row),
        ...summary.columns.map((_, index) => cells[index] ?? ''),
      ])}
    />
  );
}

/** How many rows can be used, and how many cannot; with a warning about closed or unknown operators. */
export function SheetCounts({ summary, withClosed = true }: { summary: SheetSummary; withClosed?: boolean }) {
  const translate = useTranslate();
  const counts = [
    ['total', summary.rows, ''],
    ['good', summary.good, 'good'],
    ['bad', summary.bad, summary.bad > 0 ? 'bad' : ''],
    ['duplicate', summary.duplicates, summary.duplicates > 0 ? 'warn' : ''],
  ] as const;
  return (
    <>
      <dl className="sheet-counts">
        {counts.map(([key, count, tone]) => (
          <div key={key} data-tone={tone || undefined}>
            <dt>{translate(`sheets.${key}`)}</dt>
            <dd className="crud-number">{number(count)}</dd>
          </div>
        ))}
      </dl>
      {withClosed && summary.operators.unknown > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('sheets.unknownOperator', { count: number(summary.operators.unknown) })}
        </Alert>
      )}
      {withClosed && summary.closed > 0 && (
        <Alert severity="warning" variant="outlined">
          {translate('sheets.closed', { smart_count: summary.closed, count: number(summary.closed) })}
        </Alert>
      )}
    </>
  );
}

const SHOWN = 20;

/** The first unusable rows with reasons, and all of them as a download. */
export function SheetProblems({ summary, name }: { summary: SheetSummary; name: string }) {
  const translate = useTranslate();
  const { problems, report } = summary;
  if (!report) return null;
  const shown = Math.min(SHOWN, problems.length);
  const total = summary.bad + summary.duplicates;
  return (
    <section className="sheet-problems">
      <SheetTable
        caption={translate('sheets.problemRows')}
        columns={[translate('sheets.row'), translate('sheets.value'), translate('sheets.reason')]}
        rows={problems
          .slice(0, SHOWN)
          .map(({ row, value, problem, column }) => [
            number(row),
            value,
            translate(`sheets.problems.${problem}`, { column }),
          ])}
      />
      <div className="sheet-problems-foot">
        <span>
          {total > shown && translate('sheets.problemsShown', { shown: number(shown), total: number(total) })}
        </span>
        <Button
          size="small"
          startIcon={<FileDownloadOutlined />}
          onClick={() => save(report, `${name.replace(/\.\w+$/, '')}-problems.csv`)}
        >
          {translate('sheets.downloadBad')}
        </Button>
      </div>
    </section>
  );
}
