import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

/** What a function reads in a module, read once: most modules are below many screens. */
function readOnce<T>(read: (path: string) => T): (path: string) => T {
  const known = new Map<string, T>();
  return (path) => {
    if (!known.has(path)) known.set(path, read(path));
    return known.get(path) as T;
  };
}

const sourceOf = readOnce((path) => {
  const text = readFileSync(join(root, path), 'utf8');
  return ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
});

const each = (node: ts.Node, look: (node: ts.Node) => void): void => {
  look(node);
  ts.forEachChild(node, (child) => each(child, look));
};

/** The module of the console that an import at `path` names, if it is one. */
function moduleOf(path: string, specifier: ts.Node | undefined): string | undefined {
  if (!specifier || !ts.isStringLiteralLike(specifier) || !specifier.text.startsWith('.')) return undefined;
  const target = join(dirname(path), specifier.text);
  return /\.tsx?$/.test(target) && existsSync(join(root, target)) ? target : undefined;
}

const isImportCall = (node: ts.Node): node is ts.CallExpression =>
  ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword;

/** A screen: its module and the areas of texts that it is declared with. */
export interface ScreenSource {
  module: string;
  texts: readonly string[];
}

/** The array of areas that is given with a view: `screen(...)`, `defineResource(...)`, `show: [() => ..., areas]`. */
function textsAmong(all: readonly ts.Node[], every: readonly string[]): readonly string[] | undefined {
  for (const argument of all) {
    if (ts.isIdentifier(argument) && argument.text === 'areaNames') return every;
    if (ts.isArrayLiteralExpression(argument))
      return argument.elements.filter(ts.isStringLiteralLike).map(({ text }) => text);
  }
  return undefined;
}

/** What is given with a view by a node, if that declares one. */
function givenIn(node: ts.Node): readonly ts.Node[] | undefined {
  if (ts.isArrayLiteralExpression(node)) return node.elements;
  if (!ts.isCallExpression(node)) return undefined;
  const name = node.expression.getText();
  return ['screen', 'defineResource'].includes(name) ? node.arguments : undefined;
}

/** The screens that a module declares; `every` stands for `areaNames`. */
function declaredIn(path: string, every: readonly string[]): ScreenSource[] {
  const found: ScreenSource[] = [];
  each(sourceOf(path), (node) => {
    const module = isImportCall(node) ? moduleOf(path, node.arguments[0]) : undefined;
    if (!module) return;
    for (let above: ts.Node | undefined = node; above; above = above.parent) {
      const given = givenIn(above);
      if (!given) continue;
      found.push({ module, texts: textsAmong(given, every) ?? [] });
      return;
    }
  });
  return found;
}

/** All screens of the console: those of src/App.tsx and of the descriptors. */
export function screenSources(every: readonly string[]): ScreenSource[] {
  const descriptors = readdirSync(join(root, 'src/resources'), { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'index.tsx')
    .map((path) => join('src/resources', path));
  return ['src/App.tsx', ...descriptors].flatMap((path) => declaredIn(path, every));
}

/** What a module imports, statically or when it needs it. */
const importsOf = readOnce((path): readonly string[] => {
  const found: (string | undefined)[] = [];
  each(sourceOf(path), (node) => {
    if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly)
      found.push(moduleOf(path, node.moduleSpecifier));
    if (ts.isExportDeclaration(node)) found.push(moduleOf(path, node.moduleSpecifier));
    if (isImportCall(node)) found.push(moduleOf(path, node.arguments[0]));
  });
  return found.filter((module) => module !== undefined);
});

/** A module and everything below it, without the modules of `borders` and what only those import. */
export function modulesBelow(start: string, borders: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path) || (path !== start && borders.has(path)) || /^src\/i18n\/|^schema\//.test(path))
      return;
    seen.add(path);
    for (const next of importsOf(path)) visit(next);
  };
  visit(start);
  return seen;
}

/** The contract's entities by the module and the name of their constant, such as `schema/contact.ts contact`. */
function entityConstants(): Map<string, string> {
  const found = new Map<string, string>();
  for (const name of readdirSync(join(root, 'schema')).filter((name) => name.endsWith('.ts')))
    for (const [, constant = '', entity = ''] of readFileSync(join(root, 'schema', name), 'utf8').matchAll(
      /export const (\w+) = defineEntity\(\{[^{]*?\bname: '([^']+)'/g,
    ))
      found.set(`schema/${name} ${constant}`, entity);
  return found;
}
const constants = entityConstants();

/** The entities whose fields a module names: `useLabels(contact)`, `<EntityList entity={contact} />`. */
export const entitiesIn = readOnce((path): ReadonlySet<string> => {
  const known = new Map<string, string>();
  const used = new Set<string>();
  each(sourceOf(path), (node) => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteralLike(node.moduleSpecifier)) {
      const module = node.moduleSpecifier.text.replace(/^#/, '');
      const names = node.importClause?.namedBindings;
      if (names && ts.isNamedImports(names))
        for (const { name, propertyName } of names.elements) {
          const entity = constants.get(`${module} ${(propertyName ?? name).text}`);
          if (entity) known.set(name.text, entity);
        }
    }
    if (ts.isVariableDeclaration(node) && node.initializer) {
      const entity = /^entityOf\('([^']+)'\)$/.exec(node.initializer.getText())?.[1];
      if (entity) known.set(node.name.getText(), entity);
    }
    const isLabels = ts.isCallExpression(node) && node.expression.getText() === 'useLabels';
    const isEntity = ts.isJsxAttribute(node) && node.name.getText() === 'entity';
    const value = isLabels
      ? node.arguments[0]
      : isEntity && node.initializer && ts.isJsxExpression(node.initializer)
        ? node.initializer.expression
        : undefined;
    const entity =
      value && (known.get(value.getText()) ?? /^entityOf\('([^']+)'\)$/.exec(value.getText())?.[1]);
    if (entity) used.add(entity);
  });
  return used;
});
