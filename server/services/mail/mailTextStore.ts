import { sql } from 'kysely';
import { templateProblem } from '#schema/mailTemplate.ts';
import {
  type MailText,
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
import { invalidField } from '../platform/problem.ts';
import { builtInTemplate, type OwnText, ownTexts } from './composeMail.ts';
import { type Language, signature } from './mailTexts.ts';

/** The release's own texts were never changed. */
const NEVER = new Date(0).toISOString();

/** The text that is in force: the provider's own, if there is one. */
function inForce(kind: MailTextKind, language: Language, own: OwnText | undefined): MailText {
  const { subject, body } = own ?? builtInTemplate(kind, language);
  return { kind, language, subject, body, is_own: own !== undefined, updated_at: own?.updated_at ?? NEVER };
}

/** All texts in both languages, as they are in force. */
export async function readMailTexts(db: Db): Promise<MailTextList> {
  const own = await ownTexts(db);
  const brand = await readBrand(db);
  const textOf = (kind: MailTextKind, language: Language) =>
    own.find((text) => text.kind === kind && text.language === language);
  return {
    texts: mailTextKinds.flatMap((kind) =>
      mailLanguages.map((language) => inForce(kind, language, textOf(kind, language))),
    ),
    signature: { en: signature(brand, 'en'), ne: signature(brand, 'ne') },
  };
}

/** Refuses a change of a text that is no longer the one that was read. */
type Check = (now: MailText) => void;

/** What a change replaces. Two changes at once would each be recorded with the text from before the other. */
async function lockedText(trx: Db, kind: MailTextKind, language: Language): Promise<MailText> {
  await sql`LOCK TABLE mail_text IN SHARE ROW EXCLUSIVE MODE`.execute(trx);
  const [own] = await ownTexts(trx, { kind, language });
  return inForce(kind, language, own);
}

const wordsOf = ({ subject, body }: MailText): MailTextInput => ({ subject, body });

const eventOf = (kind: MailTextKind, language: Language) =>
  ({ action: 'update', entity: SETTINGS, account: null, title: `mail ${kind} (${language})` }) as const;

/**
 * Sets a mail's text in a language, in the caller's transaction. Throws like `check`, unless it is the provider's text
 * already, and `invalid`, at the subject or the body, if it has a variable that this mail lacks, or lacks one that its reader
 * needs.
 */
export async function setMailText(
  trx: Db,
  caller: Caller,
  kind: MailTextKind,
  language: Language,
  { subject, body }: MailTextInput,
  check: Check,
): Promise<void> {
  const problem = templateProblem(kind, { subject, body });
  if (problem) throw invalidField(problem.field, problem.message);
  const now = await lockedText(trx, kind, language);
  // The caller's own request may have been done without their learning of it.
  if (now.is_own && now.subject === subject && now.body === body) return;
  check(now);
  await sql`
    INSERT INTO mail_text (kind, language, subject, body) VALUES (${kind}, ${language}, ${subject}, ${body})
    ON CONFLICT (kind, language) DO UPDATE SET subject = excluded.subject, body = excluded.body`.execute(trx);
  await audit(trx, caller, { ...eventOf(kind, language), before: wordsOf(now), after: { subject, body } });
}

/**
 * Returns to the release's text, in the caller's transaction; nothing changes if it is in force already. Throws like
 * `check`.
 */
export async function resetMailText(
  trx: Db,
  caller: Caller,
  kind: MailTextKind,
  language: Language,
  check: Check,
): Promise<void> {
  const now = await lockedText(trx, kind, language);
  if (now.is_own) check(now);
  const { rows } = await sql`
    DELETE FROM mail_text WHERE kind = ${kind} AND language = ${language} RETURNING kind`.execute(trx);
  if (rows.length === 0) return;
  await audit(trx, caller, {
    ...eventOf(kind, language),
    before: wordsOf(now),
    after: builtInTemplate(kind, language),
  });
}
