import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A sentence in the source that people may read: `text` has `%{1}`, `%{2}` ... in place of values. */
export interface Sentence {
  text: string;
  at: string;
}

const root = join(import.meta.dirname, '../..');

/**
 * Code whose texts never reach the console as a server's: what other services answer, database scripts, the operator simulator, mails, the words of
 * invoices, the start, and texts for monitoring and the API's document.
 */
const unread =
  /^schema\/(invoiceEnglish|httpPresets)\.ts|^server\/(db\/|simulator\/|main\.ts|startAdvice\.ts|config\.ts|demo|modules\/health\.ts|plugins\/openapiAnswers\.ts|services\/platform\/(databaseNeeds|standby)\.ts|services\/mail\/\w+Texts\.ts|services\/sending\/smpp\/)/;
/** Texts for operators and programs, not for people. */
const unsaid =
  /^(super$|Error|RangeError|TypeError|console\.|log\.|.*\.log\.|.*\.describe|.*\.meta|(counter|frequentCounter|gauge|histogram)$)/;
const names = /^(summary|description|help|tags|title)$/;
const looksRead = (text: string): boolean =>
  /^(%\{1\}|[A-Z“"])/.test(text) && /\s/.test(text) && /[.!?]$/.test(text);

const sources = (folder: string): string[] =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((path) => join(folder, path))
    .filter((path) => /\.ts$/.test(path) && !/\.d\.ts$/.test(path) && !unread.test(path))
    .sort();

/** The file's plain text constants, so that a sentence can be built from them. */
function constants(file: ts.SourceFile): Map<string, string> {
  const found = new Map<string, string>();
  const visit = (node: ts.Node): void => {
    if (ts.isVariableDeclaration(node) && ts.isIdentifier(node.name) && node.initializer)
      if (ts.isStringLiteralLike(node.initializer)) found.set(node.name.text, node.initializer.text);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

/** The texts that a literal, a template or a conditional between them can produce. */
function textsOf(node: ts.Expression, known: Map<string, string>): string[] {
  if (ts.isParenthesizedExpression(node)) return textsOf(node.expression, known);
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node))
    return [...textsOf(node.whenTrue, known), ...textsOf(node.whenFalse, known)];
  if (!ts.isTemplateExpression(node)) return [];
  let count = 0;
  let texts = [node.head.text];
  for (const span of node.templateSpans) {
    const constant = ts.isIdentifier(span.expression) ? known.get(span.expression.text) : undefined;
    const choices = ts.isConditionalExpression(span.expression) ? textsOf(span.expression, known) : [];
    const values = constant !== undefined ? [constant] : choices.length > 0 ? choices : [`%{${++count}}`];
    texts = texts.flatMap((text) => values.map((value) => text + value + span.literal.text));
  }
  return texts;
}

function isUnsaid(node: ts.Node, file: ts.SourceFile): boolean {
  for (let at: ts.Node | undefined = node.parent; at; at = at.parent) {
    if (ts.isTaggedTemplateExpression(at)) return true;
    if (ts.isTypeNode(at)) return true;
    if (ts.isPropertyAssignment(at) && names.test(at.name.getText(file))) return true;
    if ((ts.isCallExpression(at) || ts.isNewExpression(at)) && unsaid.test(at.expression.getText(file)))
      return true;
  }
  return false;
}

/**
 * Details of refusals that do not look like a sentence, so that the search below would miss them. Sentences
 * start with a capital, have several words and end with a full stop.
 */
export function refusalsThatAreNoSentence(): Sentence[] {
  const found: Sentence[] = [];
  for (const path of sources('server')) {
    const file = ts.createSourceFile(
      path,
      readFileSync(join(root, path), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const known = constants(file);
    const visit = (node: ts.Node): void => {
      const called =
        ts.isNewExpression(node) || ts.isCallExpression(node) ? node.expression.getText(file) : '';
      const detail =
        called === 'Problem' || called === 'invalidField'
          ? (node as ts.NewExpression | ts.CallExpression).arguments?.[1]
          : undefined;
      for (const text of detail ? textsOf(detail, known) : [])
        if (!looksRead(text)) {
          const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
          found.push({ text, at: `${path}:${line + 1}` });
        }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return found;
}

/** Every sentence in the sources of the given folders that the server may send in an answer. */
export function sentencesOf(folders: readonly string[]): Sentence[] {
  const found = new Map<string, Sentence>();
  for (const path of folders.flatMap(sources)) {
    const file = ts.createSourceFile(
      path,
      readFileSync(join(root, path), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const known = constants(file);
    const visit = (node: ts.Node): void => {
      if (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node)) {
        const inTemplate = node.parent && ts.isTemplateSpan(node.parent);
        if (!inTemplate && !isUnsaid(node, file))
          for (const text of textsOf(node, known))
            if (looksRead(text)) {
              const { line } = file.getLineAndCharacterOfPosition(node.getStart(file));
              found.set(text, { text, at: `${path}:${line + 1}` });
            }
      }
      ts.forEachChild(node, visit);
    };
    visit(file);
  }
  return [...found.values()];
}
