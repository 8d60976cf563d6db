import { type Operator, operators, rangeOf, readPhone } from '#schema/phone.ts';
import { csvCell, unguarded } from './csvCell.ts';
import { NumberSet } from './numberSet.ts';
import type { ProblemRow, ReportTexts, RowProblem, SheetSummary } from './types.ts';

const PROBLEMS_KEPT = 1000;
const REPORT_PIECE = 2000;

/** Checks the rows of a sheet one after another; keeps counts, the first problems and a report of all. */
export function createRowCheck(columns: readonly string[], phoneColumn: string | null, texts: ReportTexts) {
  const at = phoneColumn === null ? -1 : columns.indexOf(phoneColumn);
  const seen = new NumberSet();
  const byOperator = Object.fromEntries(operators.map((name) => [name, 0])) as Record<Operator, number>;
  const counts = { rows: 0, good: 0, bad: 0, duplicates: 0, closed: 0 };
  const problems: ProblemRow[] = [];
  const report: Blob[] = [];
  let lines = [`\ufeff${[texts.row, texts.reason, ...columns].map(csvCell).join(',')}\r\n`];
  let isRagged = false;

  const refuse = (row: number, cells: readonly string[], problem: RowProblem) => {
    if (problem === 'duplicate') counts.duplicates++;
    else counts.bad++;
    const trimmed = cells.map((cell) => cell.trim());
    if (problems.length < PROBLEMS_KEPT) problems.push({ row, value: trimmed[at] ?? '', problem });
    lines.push(`${[String(row), texts.problems[problem], ...trimmed].map(csvCell).join(',')}\r\n`);
    if (lines.length >= REPORT_PIECE) {
      report.push(new Blob(lines));
      lines = [];
    }
  };

  return {
    add(row: number, cells: readonly string[]): void {
      const raw = cells[at] ?? '';
      const read = readPhone(raw);
      if (read.problem === 'empty' && cells.every((cell) => cell.trim() === '')) return;
      counts.rows++;
      if (cells.length > columns.length) isRagged ||= cells.slice(columns.length).some((cell) => cell.trim());
      const result = read.problem === 'not-a-number' ? readPhone(unguarded(raw.trim())) : read;
      const problem = result.problem ?? (seen.add(result.phone) ? undefined : 'duplicate');
      if (problem) {
        refuse(row, cells, problem);
        return;
      }
      counts.good++;
      const range = rangeOf(result.phone ?? '');
      byOperator[range?.operator ?? 'unknown']++;
      if (range?.closed) counts.closed++;
    },
    rows: (): number => counts.rows,
    result: (): Pick<
      SheetSummary,
      'rows' | 'good' | 'bad' | 'duplicates' | 'closed' | 'operators' | 'problems' | 'report'
    > & { isRagged: boolean } => ({
      ...counts,
      operators: byOperator,
      problems,
      report:
        counts.bad + counts.duplicates > 0
          ? new Blob([...report, ...lines], { type: 'text/csv;charset=utf-8' })
          : null,
      isRagged,
    }),
  };
}
