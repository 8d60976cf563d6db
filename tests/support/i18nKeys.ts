import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** Where a key, or a template of keys, is in the source. */
export interface Use {
  key: string;
  at: string;
}

const root = join(import.meta.dirname, '../..');

let listed: string[] | undefined;
function sources(): string[] {
  listed ??= readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' })
    .map((path) => join('src', path))
    .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('src/i18n/'));
  return listed;
}

/**
 * The keys that the console's source uses: literals such as 'crud.list.search', and templates such as
 * `crud.phone.${problem}`, whose placeholders are written `*`. `spaces` are the keys' first words. The public
 * pages read their texts as properties (`t.submit`, `error[key]`), which TypeScript checks: `properties` are
 * those, and the literals that may be one.
 */
export function keysInSource(spaces: ReadonlySet<string>): {
  literals: Use[];
  templates: Use[];
  properties: Set<string>;
} {
  const literals: Use[] = [];
  const templates: Use[] = [];
  const properties = new Set<string>();
  for (const path of sources()) {
    const text = readFileSync(join(root, path), 'utf8');
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
    const at = (node: ts.Node) =>
      `${path}:${file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1}`;
    const isKey = (key: string) => /^[\w*/-]+(\.[\w*/-]+)+$/.test(key) && spaces.has(key.split('.')[0] ?? '');
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) && isKey(node.text)) literals.push({ key: node.text, at: at(node) });
      if (ts.isTemplateExpression(node)) {
        const key = node.head.text + node.templateSpans.map((span) => `*${span.literal.text}`).join('');
        if (isKey(key)) templates.push({ key, at: at(node) });
      }
      if (ts.isPropertyAccessExpression(node)) properties.add(node.name.text);
      if (ts.isStringLiteralLike(node) && /^\w+$/.test(node.text)) properties.add(node.text);
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return { literals, templates, properties };
}

/** The keys that the source uses literally, found by text only; throws if there are none. */
export function plainKeys(only: (path: string) => boolean = () => true): string[] {
  const keys = sources()
    .filter(only)
    .flatMap((path) => [...readFileSync(join(root, path), 'utf8').matchAll(/\btranslate\(\s*'([^']+)'/g)])
    .map(([, key]) => key as string);
  if (keys.length === 0) throw new Error('the source asks for no text: has translate() another name?');
  return keys;
}

const escaped = (text: string): string => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

// Each template is compared with every text.
const patterns = new Map<string, RegExp>();

/** Whether a template such as `crud.phone.*` can produce a key. */
export function fits(template: string, key: string): boolean {
  let pattern = patterns.get(template);
  if (!pattern) {
    pattern = new RegExp(`^${template.split('*').map(escaped).join('[^.]+')}$`);
    patterns.set(template, pattern);
  }
  return pattern.test(key);
}
