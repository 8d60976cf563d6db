import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { allows, roles } from '#schema/permissions.ts';
import { entityNamed } from '../../src/core/entities.ts';

const root = join(import.meta.dirname, '../..');

/**
 * Whether customers may read an entity's records, or a resource without an entity is outside of the
 * administration.
 */
export const mayBeCustomers = (entity: string): boolean => {
  const found = entityNamed(entity);
  if (!found) return !entity.startsWith('admin/');
  return [found.read, ...found.alsoRead].some((asked) => allows(roles.customer, asked));
};

/** The entity in `defineResource(entityOf('...'), {...})` and `generatedResource('...', ...)`. */
const describedEntity = (node: ts.Node): string | undefined =>
  ts.isCallExpression(node) && /^(define|generated)Resource$/.test(node.expression.getText())
    ? /^(?:entityOf\()?'([^']+)'/.exec(node.arguments[0]?.getText() ?? '')?.[1]
    : undefined;

/** The modules that a module imports, statically or dynamically. */
function importsOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true, ts.ScriptKind.TSX);
  const found: string[] = [];
  const add = (node: ts.Node | undefined) => {
    if (!node || !ts.isStringLiteralLike(node) || !node.text.startsWith('.')) return;
    const target = join(dirname(path), node.text);
    if (/\.tsx?$/.test(target) && existsSync(join(root, target))) found.push(target);
  };
  const visit = (node: ts.Node, isStaffs: boolean): void => {
    if (ts.isImportDeclaration(node) && !node.importClause?.isTypeOnly) add(node.moduleSpecifier);
    if (ts.isExportDeclaration(node)) add(node.moduleSpecifier);
    if (ts.isCallExpression(node) && node.expression.kind === ts.SyntaxKind.ImportKeyword && !isStaffs)
      add(node.arguments[0]);
    // A resource's screens are loaded by users who may read its entity.
    const entity = describedEntity(node);
    ts.forEachChild(node, (child) => visit(child, entity === undefined ? isStaffs : !mayBeCustomers(entity)));
  };
  visit(file, false);
  return found;
}

/** Every module of the console that customers can reach from App.tsx, without those in `except`. */
export function customerModules(except: ReadonlySet<string>): Set<string> {
  const seen = new Set<string>();
  const visit = (path: string) => {
    if (seen.has(path) || except.has(path) || path.startsWith('src/i18n/')) return;
    seen.add(path);
    for (const next of importsOf(path)) visit(next);
  };
  visit('src/App.tsx');
  return seen;
}

/** The screens of the resources that customers may read, found by the descriptors' text only. */
export function customerScreens(): string[] {
  const folder = 'src/resources';
  const descriptors = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => basename(path) === 'index.tsx')
    .map((path) => join(folder, path));
  return descriptors.flatMap((path) => {
    const text = readFileSync(join(root, path), 'utf8');
    return text.split(/(?:define|generated)Resource\(/).flatMap((resource) => {
      const entity = /^\s*(?:entityOf\()?'([^']+)'/.exec(resource)?.[1];
      if (entity === undefined || !mayBeCustomers(entity)) return [];
      return [...resource.matchAll(/import\('\.\/(\w+\.tsx)'\)/g)].map(([, file]) =>
        join(dirname(path), file ?? ''),
      );
    });
  });
}
