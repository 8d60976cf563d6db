import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { breaksOf } from '../../scripts/migrationBreaks.ts';

const FOLDER = join(import.meta.dirname, '../../server/db/migrations');
/** Servers with this one are the first that go on beside newer schemas. */
const FIRST = '0020';
const newer = readdirSync(FOLDER).filter((name) => name.endsWith('.sql') && name.slice(0, 4) > FIRST);

test('no migration breaks the servers of the previous release', () => {
  const found = newer.flatMap((name) => breaksOf(name, readFileSync(join(FOLDER, name), 'utf8')));
  expect(found).toEqual([]);
});

/** The newest that every server which may still run knows; newer ones are named beside it. */
const KNOWN = '0031';

/** Whether a migration stops all older servers, although nothing in it breaks them. */
const stopsNeedlessly = (name: string, text: string): boolean =>
  name.slice(0, 4) > KNOWN &&
  !/_beside_\d{4}\.sql$/.test(name) &&
  breaksOf(name, text.replace(/unused since/gi, '')).length === 0;

test('no migration stops older servers without need, nor does that of docs/adding-an-entity.md', () => {
  const guide = readFileSync(join(import.meta.dirname, '../../docs/adding-an-entity.md'), 'utf8');
  const [, name = '', text = ''] =
    /migrations\/NNNN(_\w+\.sql)[\s\S]*?```sql\n([\s\S]*?)```/.exec(guide) ?? [];
  expect(text).toContain('CREATE TABLE snippet');
  const files = newer.map((file): [string, string] => [file, readFileSync(join(FOLDER, file), 'utf8')]);
  files.push([`9999${name}`, text]);
  expect(files.filter(([file, sql]) => stopsNeedlessly(file, sql)).map(([file]) => file)).toEqual([]);
  expect(stopsNeedlessly('0060_notes.sql', 'CREATE TABLE note (uuid uuid);')).toBe(true);
  expect(stopsNeedlessly('0060_drop.sql', '-- Unused since 0031.\nDROP TABLE note;')).toBe(false);
});

describe('a migration', () => {
  const named = (text: string) => breaksOf('0030_planted_beside_0029.sql', text);

  test.each([
    'DROP TABLE campaign;',
    'DROP FUNCTION settle(uuid);',
    'ALTER TABLE campaign DROP note;',
    'ALTER TABLE campaign DROP COLUMN note;',
    'ALTER TABLE campaign ALTER note DROP DEFAULT;',
    'ALTER TABLE campaign RENAME note TO remark;',
    "ALTER TYPE state RENAME VALUE 'sent' TO 'gone';",
    'ALTER TABLE campaign ALTER note TYPE bigint;',
    'ALTER TABLE campaign ALTER COLUMN note SET NOT NULL;',
    'ALTER TABLE campaign ADD note text NOT NULL;',
    'ALTER TABLE campaign ADD first text,\n  ADD note text NOT NULL,\n  ADD last boolean NOT NULL DEFAULT false;',
    'ALTER TABLE campaign ADD CONSTRAINT short CHECK (length(name) < 10);',
    'ALTER TABLE campaign ADD UNIQUE (name);',
    'CREATE UNIQUE INDEX one_name ON campaign (name);',
    "SELECT ';'; DROP TABLE campaign;",
  ])('may not say %s', (text) => expect(named(text)).toHaveLength(1));

  test.each([
    'ALTER TABLE campaign ADD note text;',
    "ALTER TABLE campaign ADD note text NOT NULL DEFAULT '', ADD other boolean NOT NULL DEFAULT false;",
    'ALTER TABLE campaign ALTER note DROP NOT NULL;',
    'ALTER TABLE campaign DROP CONSTRAINT short;',
    'CREATE TABLE note (uuid uuid); CREATE UNIQUE INDEX one_note ON note (uuid); ALTER TABLE note ADD UNIQUE (uuid);',
    'CREATE INDEX names ON campaign (name);',
    '-- DROP TABLE campaign;\nSELECT 1;',
    'ALTER TABLE campaign ADD kind text, -- Older servers keep to it: they write no kind.\n  ADD CHECK (kind > 0);',
    'CREATE FUNCTION f() RETURNS void LANGUAGE sql AS $$ SELECT 1; DROP TABLE temporary; $$;',
  ])('may say %s', (text) => expect(named(text)).toEqual([]));

  test('that drops a column is refused, whatever it says of its rules', () => {
    const text = '-- Older servers keep to it.\nALTER TABLE campaign DROP note;';
    expect(named(text)).toHaveLength(1);
  });

  test('may change what the previous release has stopped to use, and says since when', () => {
    const text = '-- The note moved to its own table, unused since 0029.\nALTER TABLE campaign DROP note;';
    expect(named(text)).toEqual([]);
    expect(breaksOf('0030_stops.sql', text)).toEqual([]);
    expect(breaksOf('0030_too_soon_beside_0028.sql', text)).toHaveLength(1);
  });
});
