import type { Report } from './check.ts';
import type { Finding, Level } from './findings.ts';

const WORDS: Record<Level, string> = { break: 'BREAKS', note: 'note', skipped: 'not tried', ok: 'ok' };
const RANK: readonly Level[] = ['break', 'note', 'skipped', 'ok'];

/** The worst level of an operation; a check that ran counts more than one that was skipped. */
function worst(findings: readonly Finding[]): Level {
  const levels = new Set(findings.map(({ level }) => level));
  if (levels.has('break')) return 'break';
  if (levels.has('note')) return 'note';
  return levels.has('ok') ? 'ok' : 'skipped';
}

const ofOperation = (findings: readonly Finding[]): Map<string, Finding[]> =>
  Map.groupBy(findings, ({ operation }) => operation);

const INDENT = ' '.repeat(11);

/** The report as a table: one line per operation, followed by a line for each finding. */
export function asTable({ url, findings, breaks, notes }: Report): string {
  const lines = [...ofOperation(findings)].flatMap(([operation, own]) => {
    const level = worst(own);
    const shown = own
      .filter((one) => one.level === 'break' || one.level === 'note')
      .sort((a, b) => RANK.indexOf(a.level) - RANK.indexOf(b.level))
      .map((one) => `${INDENT}${one.check}: ${one.level === 'break' ? 'BREAKS: ' : ''}${one.text}`);
    const untried = own.filter((one) => one.level === 'skipped');
    if (level === 'skipped') return [`${WORDS[level].padEnd(10)} ${operation} (${untried[0]?.text})`];
    const names = untried.map(({ check }) => check).filter((check) => check !== 'there');
    if (names.length > 0) shown.push(`${INDENT}not tried: ${[...new Set(names)].join(', ')}`);
    return [`${WORDS[level].padEnd(10)} ${operation}`, ...shown];
  });
  const places = (count: number, word: string) => `${count} ${word}${count === 1 ? '' : 's'}`;
  const sum =
    breaks > 0 ? `The console would break: ${places(breaks, 'fault')}.` : `The console works with ${url}.`;
  return [...lines, '', `${sum} ${places(notes, 'note')} on what it works around.`].join('\n');
}

/** The report for programs: the table's content, one entry per operation. */
export function asJson({ url, findings, breaks, notes }: Report): string {
  const operations = [...ofOperation(findings)].map(([operation, own]) => ({
    operation,
    level: worst(own),
    findings: own.map(({ check, level, text }) => ({ check, level, text })),
  }));
  return JSON.stringify({ url, breaks, notes, operations }, null, 2);
}
