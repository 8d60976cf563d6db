import { sql } from 'kysely';
import { asTemplate, type ComposedMail, fillTemplate, templateProblem } from '#schema/mailTemplate.ts';
import {
  type MailTextInput,
  type MailTextKind,
  mailTextKinds,
  type mailTexts,
  variablesOf,
} from '#schema/mailTexts.ts';
import type { AlertKind } from '#schema/securityAlert.ts';
import type { Db } from '../../db/database.ts';
import { type BrandValues, serviceName } from '../platform/brand.ts';
import { addressMail, heldMail } from './addressTexts.ts';
import { alertMail } from './alertTexts.ts';
import { decisionTexts } from './decisionTexts.ts';
import { invoiceText, monthText } from './invoiceMailTexts.ts';
import { accessTexts, type Language, type Message, renderMail } from './mailTexts.ts';
import { campaignNotices, moneyNotices, securityNotices, webhookNotices } from './noticeTexts.ts';
import { refundTexts } from './refundTexts.ts';
import { reportText } from './reportTexts.ts';

type Values<Kind extends MailTextKind> = Record<(typeof mailTexts)[Kind]['variables'][number], string>;

/** A mail that is due, with the values of its variables. */
export type MailContent<Among extends MailTextKind = MailTextKind> = {
  [Kind in Among]: { kind: Kind; values: Values<Kind> };
}[Among];

const alert =
  (kind: AlertKind, detail?: 'address' | 'key') =>
  (
    language: Language,
    details: { time: string; link: string; address?: string; key?: string },
  ): ComposedMail =>
    alertMail(language, kind, { ...details, detail: (detail && details[detail]) ?? '' });

/** The release's own texts. */
const builtIn: {
  [Kind in MailTextKind]: (language: Language, values: Values<Kind> & { product: string }) => ComposedMail;
} = {
  code: (language, { product, code }) => accessTexts[language].code(product, code),
  known: (language, v) => accessTexts[language].known(v.sign_in_link, v.forgot_link),
  invitation: (language, v) => accessTexts[language].invited(v.product, v.link, v.forgot_link, 'provider'),
  'team-invitation': (language, v) =>
    accessTexts[language].invited(v.product, v.link, v.forgot_link, 'colleague'),
  reset: (language, { product, link }) => accessTexts[language].reset(product, link),
  'reset-held': (language, { time }) => heldMail[language](time),
  'address-change': (language, { product, link }) => addressMail[language](product, link),
  'password-changed': alert('password-changed'),
  'address-changed': alert('address-changed'),
  'new-device': alert('new-device', 'address'),
  'key-added': alert('key-added', 'key'),
  'passkey-added': alert('passkey-added'),
  'passkey-removed': alert('passkey-removed'),
  'codes-renewed': alert('codes-renewed'),
  'two-factor-on': (language, v) => securityNotices[language]['two-factor-on'](v.forgot_link),
  'two-factor-off': (language, v) => securityNotices[language]['two-factor-off'](v.forgot_link),
  'two-factor-removed': (language, v) => securityNotices[language]['two-factor-removed'](v.forgot_link),
  'kyc-approved': (language, { link }) => decisionTexts[language].kyc(null, link),
  'kyc-rejected': (language, { reason, link }) => decisionTexts[language].kyc(reason, link),
  'sender-approved': (language, { sender, link }) => decisionTexts[language].sender(sender, null, link),
  'sender-rejected': (language, v) => decisionTexts[language].sender(v.sender, v.reason, v.link),
  'sender-suspended': (language, v) => decisionTexts[language].suspended(v.sender, v.reason, v.link),
  'sender-restored': (language, v) => decisionTexts[language].restored(v.sender, v.reason, v.link),
  'topup-confirmed': (language, { amount, link }) => decisionTexts[language].topup(amount, link),
  'package-confirmed': (language, v) => decisionTexts[language].package(v.amount, v.package, v.link),
  'payment-rejected': (language, v) => decisionTexts[language].refused(v.amount, v.reason, v.link),
  'payment-ended': (language, { amount, link }) => decisionTexts[language].ended(amount, link),
  'low-balance': (language, v) => moneyNotices[language]['low-balance'](v.balance, v.threshold, v.link),
  invoice: (language, { number, seller }) => invoiceText[language](number, seller),
  'invoice-month': (language, values) => monthText[language](values),
  'report-month': (language, values) => reportText[language](values),
  'campaign-waits': (language, v) => campaignNotices[language]['campaign-waits'](v.campaign, '', v.link),
  'campaign-approved': (language, v) =>
    campaignNotices[language]['campaign-approved'](v.campaign, '', v.link),
  'campaign-rejected': (language, v) =>
    campaignNotices[language]['campaign-rejected'](v.campaign, v.reason, v.link),
  'campaign-stopped': (language, v) =>
    campaignNotices[language]['campaign-stopped'](v.campaign, v.reason, v.link),
  'webhook-off': (language, { link }) => webhookNotices[language]['webhook-off'](link),
  'refund-full': (language, v) => refundTexts[language].full(v.service, v.amount, v.link),
  'refund-part': (language, v) => refundTexts[language].part(v.service, v.amount, v.link),
};

/** The release's mail with values for all variables of its kind. */
export const builtInMail = (
  kind: MailTextKind,
  language: Language,
  values: Readonly<Record<string, string>>,
): ComposedMail =>
  // Which variables a kind has is known to its own function only, and not to one that takes any kind.
  (builtIn[kind] as (language: Language, values: Readonly<Record<string, string>>) => ComposedMail)(
    language,
    values,
  );

/** The release's text to edit, with `{{name}}` for each value. */
export const builtInTemplate = (kind: MailTextKind, language: Language): MailTextInput =>
  asTemplate(
    builtInMail(kind, language, Object.fromEntries(variablesOf(kind).map((name) => [name, `{{${name}}}`]))),
  );

/** A text that the provider wrote. */
export interface OwnText extends MailTextInput {
  kind: MailTextKind;
  language: Language;
  updated_at: string;
}

const isKind = (kind: string): kind is MailTextKind => (mailTextKinds as readonly string[]).includes(kind);

/**
 * The provider's texts: of one mail in a language, or all. Those that another release accepted, and whose variables do not
 * fit this one's mails, are left out.
 */
export async function ownTexts(
  db: Db,
  only?: { kind: MailTextKind; language: Language },
): Promise<OwnText[]> {
  const { rows } = await sql<OwnText & { kind: string }>`
    SELECT kind, language, subject, body, updated_at FROM mail_text
    WHERE ${only?.kind ?? null}::text IS NULL OR (kind, language) = (${only?.kind ?? null}, ${only?.language ?? null})`.execute(
    db,
  );
  return rows.filter((row) => isKind(row.kind) && !templateProblem(row.kind, row));
}

/** A mail as it is sent: in the provider's words, or the release's where it has none, and signed by the service. */
export async function composeMail(
  db: Db,
  brand: BrandValues,
  language: Language,
  { kind, values }: MailContent,
): Promise<Message> {
  const [own] = await ownTexts(db, { kind, language });
  const all = { ...values, product: serviceName(brand, language) };
  return renderMail(language, brand, own ? fillTemplate(own, all) : builtInMail(kind, language, all));
}
