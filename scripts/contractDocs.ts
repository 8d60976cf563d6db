/**
 * Writes into docs/api.md which part of the contract is the specification's and which is ours, path by path, from
 * schema/catalogue.ts and schema/features.ts: `npm run docs:config`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { catalogue } from '../schema/catalogue.ts';
import { features } from '../schema/features.ts';

const page = join(resolve(import.meta.dirname, '..'), 'docs', 'api.md');
const PART = /(<!-- contract: [^\n]*-->\n).*(<!-- end of contract -->)/s;

/** `/v1/x/`: `GET`, `POST`, in the order in which they first come. */
function byPath(operations: readonly string[]): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const operation of operations) {
    const [method = '', path = '', header] = operation.split(' ');
    const told = header ? `${method} with \`${header}\`` : method;
    found.set(path, [...(found.get(path) ?? []), told]);
  }
  return found;
}

const lines = (operations: readonly string[]): string[] =>
  [...byPath(operations)].map(([path, methods]) => `- \`${path}\`: ${methods.join(', ')}`);

/** The page with its part about the contract made anew. Throws where the page has no place for it. */
export function withContract(text: string): string {
  if (!PART.test(text)) throw new Error('docs/api.md has no place for the contract.');
  const ours = Object.entries(features).flatMap(([name, operations]) => [
    `#### \`${name}\``,
    '',
    ...lines(operations),
    '',
  ]);
  const made = ['', '### The specification’s', '', ...lines(catalogue), '', '### Features', '', ...ours].join(
    '\n',
  );
  return text.replace(PART, (_, begin: string, end: string) => `${begin}${made}\n${end}`);
}

if (import.meta.main) writeFileSync(page, withContract(readFileSync(page, 'utf8')));
