import { sql } from 'kysely';
import { templateProblem } from '#schema/mailTemplate.ts';
import {
  type MailTextInput,
  type MailTextKind,
  type MailTextList,
  mailLanguages,
  mailTextKinds,
} from '#schema/mailTexts.ts';
import { SETTINGS } from '#schema/settingsPart.ts';
import type { Db } from '../../db/database.ts';
import { audit } from '../platform/audit.ts';
import { readBrand } from '../platform/brand.ts';
import type { Caller } from '../platform/caller.ts';
import { invalidField, notFound } from '../platform/problem.ts';
import { builtInTemplate, ownTexts } from './composeMail.ts';
import { type Language, signature } from './mailTexts.ts';

/** All texts in both languages, as they are in force. */
export async function readMailTexts(db: Db): Promise<MailTextList> {
  const own = await ownTexts(db);
  const brand = await readBrand(db);
  const textOf = (kind: MailTextKind, language: Language) =>
    own.find((text) => text.kind === kind && text.language === language);
  return {
    texts: mailTextKinds.flatMap((kind) =>
      mailLanguages.map((language) => {
        const { subject, body } = textOf(kind, language) ?? builtInTemplate(kind, language);
        return { kind, language, subject, body, is_own: textOf(kind, language) !== undefined };
      }),
    ),
    signature: { en: signature(brand, 'en'), ne: signature(brand, 'ne') },
  };
}

/** Two changes at once would each be recorded with the text from before the other. */
const lock = (trx: Db) => sql`LOCK TABLE mail_text IN SHARE ROW EXCLUSIVE MODE`.execute(trx);

async function textNow(trx: Db, kind: MailTextKind, language: Language): Promise<MailTextInput> {
  const [own] = await ownTexts(trx, { kind, language });
  const { subject, body } = own ?? builtInTemplate(kind, language);
  return { subject, body };
}

const eventOf = (kind: MailTextKind, language: Language) =>
  ({ action: 'update', entity: SETTINGS, account: null, title: `mail ${kind} (${language})` }) as const;

/**
 * Sets a mail's text in a language, in the caller's transaction. Throws `invalid`, at the subject or the body, if it has a
 * variable that this mail lacks, or lacks one that its reader needs.
 */
export async function setMailText(
  trx: Db,
  caller: Caller,
  kind: MailTextKind,
  language: Language,
  { subject, body }: MailTextInput,
): Promise<void> {
  const problem = templateProblem(kind, { subject, body });
  if (problem) throw invalidField(problem.field, problem.message);
  await lock(trx);
  const before = await textNow(trx, kind, language);
  await sql`
    INSERT INTO mail_text (kind, language, subject, body) VALUES (${kind}, ${language}, ${subject}, ${body})
    ON CONFLICT (kind, language) DO UPDATE SET subject = excluded.subject, body = excluded.body`.execute(trx);
  await audit(trx, caller, { ...eventOf(kind, language), before, after: { subject, body } });
}

/** Returns to the release's text, in the caller's transaction. Throws `not_found` if the provider has none. */
export async function resetMailText(
  trx: Db,
  caller: Caller,
  kind: MailTextKind,
  language: Language,
): Promise<void> {
  await lock(trx);
  const before = await textNow(trx, kind, language);
  const { rows } = await sql`
    DELETE FROM mail_text WHERE kind = ${kind} AND language = ${language} RETURNING kind`.execute(trx);
  if (rows.length === 0) throw notFound();
  await audit(trx, caller, { ...eventOf(kind, language), before, after: builtInTemplate(kind, language) });
}
