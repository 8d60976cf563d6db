const REFUSES = 'refuses rows that they write';

/** Statements of a migration that break servers which do not know it. */
const BREAKING: readonly (readonly [what: string, statement: RegExp])[] = [
  ['drops what they use', /^DROP (TABLE|VIEW|MATERIALIZED VIEW|FUNCTION|TYPE|SEQUENCE|SCHEMA)\b/i],
  ['drops a column or a default', /^ALTER TABLE\b.*\bDROP (?!CONSTRAINT\b|NOT NULL\b|EXPRESSION\b)/is],
  ['renames what they use', /^ALTER \w+\b.*\bRENAME\b/is],
  ['changes a type', /^ALTER TABLE\b.*\bALTER (COLUMN )?\w+ (SET DATA )?TYPE\b/is],
  ['demands a value that they do not write', /^ALTER TABLE\b.*\bSET NOT NULL\b/is],
  [
    'adds a column that they do not write',
    /^ALTER TABLE\b.*\bADD (COLUMN )?(?!CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)\w+ (?![^,]*\b(DEFAULT|GENERATED)\b)[^,]*\bNOT NULL\b/is,
  ],
  [REFUSES, /^ALTER TABLE\b.*\bADD (CONSTRAINT|CHECK|UNIQUE|PRIMARY|FOREIGN)\b/is],
  [REFUSES, /^CREATE UNIQUE INDEX\b/i],
];
/** Says before such a statement which migration's server was the first not to use what it changes. */
const UNUSED = /--.*\bunused since (\d{4})\b/i;
/** Says why a new rule refuses nothing that they write: it is about new columns, and their defaults keep it. */
const FITS = /--.*\bolder servers keep to it\b/i;
const BESIDE = /_beside_(\d{4})\.sql$/;

/** The statements of a file, each with the comments before it; bodies of functions stay whole. */
function statementsOf(text: string): string[] {
  const pieces = text.match(/--[^\n]*|\$(\w*)\$[\s\S]*?\$\1\$|'(?:[^']|'')*'|;|[^-$';]+|[-$]/g) ?? [];
  const statements = [''];
  for (const piece of pieces) {
    if (piece === ';') statements.push('');
    else statements[statements.length - 1] += piece;
  }
  return statements.filter((statement) => statement.trim() !== '');
}

/**
 * What in a migration breaks the previous release's servers, which run beside it during an upgrade: the reason and the
 * statement's first line. What a former release has stopped to use may be changed: a comment says `unused since 0021`, and
 * the file is named `..._beside_0021.sql` or later, or stops all older servers (no `_beside_`). A rule that older servers cannot
 * break says so: `older servers keep to it`.
 */
export function breaksOf(file: string, text: string): string[] {
  const oldest = BESIDE.exec(file)?.[1];
  const created = new Set(
    Array.from(text.matchAll(/\bCREATE (?:UNLOGGED )?TABLE (\w+)/gi), ([, name]) => name),
  );
  return statementsOf(text).flatMap((whole) => {
    const statement = whole.replace(/--[^\n]*/g, '').trim();
    const unused = UNUSED.exec(whole)?.[1];
    if (unused && (oldest === undefined || oldest >= unused)) return [];
    // Nobody else knows a table that this migration makes.
    const table = /^(?:ALTER TABLE|CREATE UNIQUE INDEX \w* ?ON) (?:ONLY )?(\w+)/i.exec(statement)?.[1];
    if (table && created.has(table)) return [];
    return BREAKING.filter(
      ([what, pattern]) => pattern.test(statement) && !(what === REFUSES && FITS.test(whole)),
    ).map(([what]) => `${file} ${what}: ${statement.split('\n')[0]}`);
  });
}
