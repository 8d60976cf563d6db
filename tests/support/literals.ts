import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

const root = join(import.meta.dirname, '../..');

/** The texts in a file's strings and templates; a template's values become `%{x}`. */
function textsOf(path: string): string[] {
  const found: string[] = [];
  const file = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node)) found.push(node.text);
    if (ts.isTemplateExpression(node))
      found.push(node.head.text + node.templateSpans.map(({ literal }) => `%{x}${literal.text}`).join(''));
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/**
 * The texts of mails, in both languages: the strings of `server/services/mail/*Texts.ts` that contain a
 * space.
 */
export const mailTexts = (): string[] =>
  readdirSync(join(root, 'server/services/mail'))
    .filter((name) => name.endsWith('Texts.ts'))
    .flatMap((name) => textsOf(join(root, 'server/services/mail', name)))
    .filter((text) => text.includes(' '));
