import {
  type MailTextInput,
  type MailTextKind,
  type MailVariable,
  mailTexts,
  variablesOf,
} from './mailTexts.ts';

/** A paragraph of a mail; a code and a link are highlighted. */
export type Line = string | { code: string } | { link: string; label: string };

/** A mail with its values, before its signature. */
export interface ComposedMail {
  subject: string;
  lines: Line[];
}

const HOLE = /\{\{\s*(\w+)\s*\}\}/g;
/** A line of its own: `[Reset password]({{link}})`, or with an address. */
const LINK = /^\[([^\]]+)\]\(\s*(?:\{\{\s*(\w*link)\s*\}\}|(https?:\/\/[^\s()]+))\s*\)$/;
const CODE = /^\{\{\s*code\s*\}\}$/;

type Piece = { text: string } | { code: true } | { label: string; variable: string; address: string };

/** The body's lines: links and codes by themselves, others together up to an empty line. */
function pieces(body: string): Piece[] {
  const all: Piece[] = [];
  let text: string[] = [];
  const endText = () => {
    if (text.length > 0) all.push({ text: text.join('\n') });
    text = [];
  };
  for (const line of body.split(/\r?\n/).map((untrimmed) => untrimmed.trim())) {
    const link = LINK.exec(line);
    const isCode = CODE.test(line);
    if (!line || link || isCode) endText();
    else text.push(line);
    if (link) all.push({ label: link[1] ?? '', variable: link[2] ?? '', address: link[3] ?? '' });
    if (isCode) all.push({ code: true });
  }
  endText();
  return all;
}

/** A mail as text to edit; its values are `{{name}}`. */
export const asTemplate = ({ subject, lines }: ComposedMail): MailTextInput => ({
  subject,
  body: lines
    .map((line) =>
      typeof line === 'string' ? line : 'code' in line ? line.code : `[${line.label}](${line.link})`,
    )
    .join('\n\n'),
});

/** A name that Nepali suffixes follow: those in another script stand apart from them. */
export const beforeSuffix = (product: string): string =>
  /[\u0900-\u097f]$/.test(product) ? product : `${product} `;

/** The service's name with a space and a Nepali suffix. */
const SUFFIXED = /\{\{\s*product\s*\}\} (?=(?:को|का|की|मा|ले|लाई|बाट|सँग)(?![\u0900-\u097f]))/g;

/** A template with its values. It is taken apart first, so a value can add neither a link nor another value. */
export function fillTemplate(
  { subject, body }: MailTextInput,
  values: Readonly<Partial<Record<MailVariable, string>>>,
): ComposedMail {
  const valueFor = (name: string) => (Object.hasOwn(values, name) ? values[name as MailVariable] : undefined);
  const fill = (text: string) =>
    text
      .replace(SUFFIXED, (hole) => (beforeSuffix(values.product ?? '').endsWith(' ') ? hole : hole.trimEnd()))
      .replace(HOLE, (hole, name: string) => valueFor(name) ?? hole);
  return {
    // A value can have line breaks, a subject cannot.
    subject: fill(subject).replace(/(?<!\s)\s*[\r\n]+\s*/g, ' '),
    lines: pieces(body).map((piece): Line => {
      if ('text' in piece) return fill(piece.text);
      if ('code' in piece) return { code: values.code ?? '' };
      return { link: valueFor(piece.variable) ?? piece.address, label: fill(piece.label) };
    }),
  };
}

const namesIn = (text: string): string[] => [...text.matchAll(HOLE)].map(([, name = '']) => name);
const hole = (name: string): string => `{{${name}}}`;
const isLink = (name: string): boolean => name.endsWith('link');

/** What is wrong with a template's variables, and at which field; undefined if nothing is. */
export function templateProblem(
  kind: MailTextKind,
  input: MailTextInput,
): { field: keyof MailTextInput; message: string } | undefined {
  const variables: readonly string[] = variablesOf(kind);
  const known = variables.map(hole).join(', ');
  for (const field of ['subject', 'body'] as const) {
    const text = input[field];
    const unknown = namesIn(text).find((name) => !variables.includes(name));
    if (unknown)
      return {
        field,
        message: `This e-mail has no ${hole(unknown)}. These variables can be used: ${known}.`,
      };
    if (/\{\{|\}\}/.test(text.replace(HOLE, '')))
      return { field, message: `Write a variable with two braces on each side: ${known}.` };
  }
  // The subject of a sent mail is stored, and phones show it on a locked screen.
  const misplaced = namesIn(input.subject).find((name) => isLink(name) || name === 'code');
  if (misplaced)
    return {
      field: 'subject',
      message: `${hole(misplaced)} can only be used in the body, not in the subject.`,
    };
  const parts = pieces(input.body);
  const loose = parts
    .flatMap((piece) => namesIn('text' in piece ? piece.text : 'label' in piece ? piece.label : ''))
    .find(isLink);
  if (loose)
    return {
      field: 'body',
      message: `Put the link on a separate line, as in [Open](${hole(loose)}).`,
    };
  const used = namesIn(input.body);
  const missing = mailTexts[kind].required.find((name) => !used.includes(name));
  if (missing) return { field: 'body', message: `The body must contain ${hole(missing)}.` };
  return undefined;
}
