/**
 * `npm run docs:config`: writes docs/configuration.md from the comments in server/environment/ and the defaults of an empty
 * environment.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { readConfig } from '../server/config.ts';
import { SECRETS } from '../server/secretFiles.ts';
import { markdownTable } from './markdownTable.ts';

const root = resolve(import.meta.dirname, '..');
const page = join(root, 'docs', 'configuration.md');

interface Variable {
  group: string;
  name: string;
  meaning: string;
  /** The text of the comment's `@example`. */
  example: string | undefined;
}

/** The files of server/environment/ as one text, in the order in which environment.ts lists them. */
export function environmentSource(): string {
  const read = (path: string) => readFileSync(join(root, 'server', path), 'utf8');
  const names = [...read('environment.ts').matchAll(/\.\.\.(\w+)/g)].map(([, name]) => name);
  return names.map((name) => read(`environment/${name}.ts`)).join('\n');
}

const oneLine = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim();

/** The variables in source order. Throws if one has no comment. */
export function variablesOf(text: string): Variable[] {
  const source = ts.createSourceFile('environment.ts', text, ts.ScriptTarget.Latest, true);
  const found: Variable[] = [];
  let group = '';
  const shapes = source.statements
    .filter(ts.isVariableStatement)
    .flatMap(({ declarationList }) => declarationList.declarations.map(({ initializer }) => initializer))
    .filter((initializer) => initializer !== undefined && ts.isObjectLiteralExpression(initializer));
  for (const shape of shapes)
    for (const property of shape.properties) {
      const name = property.name?.getText() ?? '';
      const comments = ts.getLeadingCommentRanges(text, property.getFullStart()) ?? [];
      for (const { pos, end, kind } of comments)
        if (kind === ts.SyntaxKind.SingleLineCommentTrivia) group = oneLine(text.slice(pos + 2, end));
      const [doc] = ts.getJSDocCommentsAndTags(property).filter(ts.isJSDoc);
      const meaning = oneLine(ts.getTextOfJSDocComment(doc?.comment));
      if (!meaning) throw new Error(`${name} has no comment in server/environment/ that says what it means.`);
      const tag = doc?.tags?.find(({ tagName }) => tagName.text === 'example');
      const example = oneLine(ts.getTextOfJSDocComment(tag?.comment)) || undefined;
      found.push({ group, name, meaning, example });
    }
  return found;
}

/** The value in an empty environment, as text; empty if there is none, as for lists. */
function defaults(): Record<string, string> {
  const config = readConfig({});
  const textOf = (value: unknown): string => (typeof value === 'object' ? '' : String(value ?? ''));
  const written = ([name, value]: [string, unknown]): [string, string] => [
    name,
    name === 'DATA_DIR' ? relative(process.cwd(), config.DATA_DIR) : textOf(value),
  ];
  return Object.fromEntries(Object.entries(config).map(written));
}

const code = (text: string): string => (text ? `\`${text.replaceAll('|', '\\|')}\`` : '');

const HEAD = ['Variable', 'Meaning', 'Default', 'Example'];

/** The page. Throws if a variable has neither a default nor an example. */
export function configurationPage(text: string): string {
  const preset = defaults();
  const variables = variablesOf(text);
  const groups = [...new Set(variables.map(({ group }) => group))];
  const row = ({ name, meaning, example }: Variable): string[] => {
    // HOST has no fixed default, because it depends on the database; its comment explains it.
    const value = name === 'HOST' ? '' : (preset[name] ?? '');
    if (!value && !example)
      throw new Error(`${name} has neither a default nor an @example in server/environment/.`);
    const file = (SECRETS as readonly string[]).includes(name) ? ' **Secret.**' : '';
    return [code(name), meaning + file, code(value), code(example ?? value)];
  };
  const tables = groups.map((group) => {
    const rows = variables.filter((variable) => variable.group === group).map(row);
    return `## ${group}\n\n${markdownTable(HEAD, rows)}\n`;
  });
  return `<!-- Made by \`npm run docs:config\` from server/environment/. Change that, not this. -->

# Configuration

The server reads its settings from environment variables, once, at the start. It refuses to start with a value that it cannot
use, and names the variable. Give every process of one installation the same environment; \`deploy/env.example\` is a file
to begin with.

A variable marked **Secret** may come from a file: \`NAME_FILE\` holds the path of a file with the value, as Docker and
systemd mount secrets. Set one of the two.

${tables.join('\n')}`;
}

if (import.meta.main) {
  writeFileSync(page, configurationPage(environmentSource()));
}
