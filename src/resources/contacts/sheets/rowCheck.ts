import { type Operator, operators, rangeOf } from '#schema/phone.ts';
import { cellText, csvLine, isBlankRow } from '#schema/sheets/cells.ts';
import { NumberSet } from '#schema/sheets/numberSet.ts';
import { checkRow } from '#schema/sheets/rows.ts';
import { mayBeTooLong, type SheetTarget, targetCheck } from '#schema/sheets/targetCheck.ts';
import type { Mapping, ProblemRow, ReportTexts, SheetSummary } from './types.ts';

const PROBLEMS_KEPT = 1000;
const REPORT_PIECE = 2000;

type Refusal = Pick<ProblemRow, 'problem' | 'column'>;

/** Checks the rows of a file one after another; collects counts, the first problems and a full report. */
export function createRowCheck(
  columns: readonly string[],
  mapping: Mapping,
  { target, texts }: { target?: SheetTarget | undefined; texts: ReportTexts },
) {
  const at = mapping.phone === null ? -1 : columns.indexOf(mapping.phone);
  const check = target && targetCheck(target, columns, mapping);
  const width = columns.length;
  const seen = new NumberSet();
  const byOperator = Object.fromEntries(operators.map((name) => [name, 0])) as Record<Operator, number>;
  const counts = { rows: 0, good: 0, bad: 0, duplicates: 0, closed: 0 };
  const problems: ProblemRow[] = [];
  const report: Blob[] = [];
  let lines = [`\ufeff${csvLine([texts.row, texts.reason, ...columns])}`];

  const refuse = (row: number, raw: readonly string[], { problem, column }: Refusal) => {
    if (problem === 'duplicate') counts.duplicates++;
    else counts.bad++;
    const cells = raw.map(cellText);
    if (problems.length < PROBLEMS_KEPT)
      problems.push({ row, value: cells[at] ?? '', problem, ...(column !== undefined && { column }) });
    lines.push(csvLine([row, texts.problems[problem].replace('%{column}', () => column ?? ''), ...cells]));
    if (lines.length >= REPORT_PIECE) {
      report.push(new Blob(lines));
      lines = [];
    }
  };

  const tooLong = (cells: readonly string[]): Refusal | undefined =>
    check && mayBeTooLong(cells) ? check(cells.map(cellText)) : undefined;
  const repeated = (phone: string): Refusal | undefined =>
    seen.add(phone) ? undefined : { problem: 'duplicate' };

  return {
    /** Blank rows are ignored. */
    add(row: number, cells: readonly string[]): void {
      const { phone = '', problem } = checkRow(cells, width, at);
      if (problem === 'empty' && isBlankRow(cells)) return;
      counts.rows++;
      const refused = problem ? { problem } : (tooLong(cells) ?? repeated(phone));
      if (refused) {
        refuse(row, cells, refused);
        return;
      }
      counts.good++;
      const range = rangeOf(phone);
      byOperator[range?.operator ?? 'unknown']++;
      if (range?.closed) counts.closed++;
    },
    rows: (): number => counts.rows,
    result: (): Pick<
      SheetSummary,
      'rows' | 'good' | 'bad' | 'duplicates' | 'closed' | 'operators' | 'problems' | 'report'
    > => ({
      ...counts,
      operators: byOperator,
      problems,
      report:
        counts.bad + counts.duplicates > 0
          ? new Blob([...report, ...lines], { type: 'text/csv;charset=utf-8' })
          : null,
    }),
  };
}
