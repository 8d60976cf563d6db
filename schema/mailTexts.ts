import { z } from 'zod';
import { mailServer } from './mailSettings.ts';
import { shownText } from './shownText.ts';

/** GET (ours): all mails' texts. Below it `{kind}/{language}/`: PUT writes the provider's own text, DELETE removes it. */
export const MAIL_TEXTS = `${mailServer.path}texts/`;

/** Groups of mails, in the order of the list. */
export const mailGroups = ['access', 'security', 'requests', 'money', 'sending', 'staff'] as const;
type MailGroup = (typeof mailGroups)[number];

interface MailTextDefinition {
  group: MailGroup;
  /** Beside `product`, the service's name, which every mail can say. */
  variables: readonly string[];
  /** Must be in the body: without them, the mail is useless to its reader. */
  required: readonly string[];
}

/** The mails, and the values that each can say as `{{name}}`. Those that end in `link` are addresses. */
export const mailTexts = {
  code: { group: 'access', variables: ['code'], required: ['code'] },
  known: { group: 'access', variables: ['sign_in_link', 'forgot_link'], required: [] },
  invitation: { group: 'access', variables: ['link', 'forgot_link'], required: ['link'] },
  'team-invitation': { group: 'access', variables: ['link', 'forgot_link'], required: ['link'] },
  reset: { group: 'access', variables: ['link'], required: ['link'] },
  'reset-held': { group: 'access', variables: ['time'], required: ['time'] },
  'address-change': { group: 'access', variables: ['link'], required: ['link'] },
  'password-changed': { group: 'security', variables: ['time', 'link'], required: ['link'] },
  'address-changed': { group: 'security', variables: ['time', 'link'], required: ['link'] },
  'new-device': { group: 'security', variables: ['time', 'address', 'link'], required: ['link'] },
  'key-added': { group: 'security', variables: ['time', 'key', 'link'], required: ['link'] },
  'passkey-added': { group: 'security', variables: ['time', 'link'], required: ['link'] },
  'passkey-removed': { group: 'security', variables: ['time', 'link'], required: ['link'] },
  'codes-renewed': { group: 'security', variables: ['time', 'link'], required: ['link'] },
  'two-factor-on': { group: 'security', variables: ['forgot_link'], required: [] },
  'two-factor-off': { group: 'security', variables: ['forgot_link'], required: [] },
  'two-factor-removed': { group: 'security', variables: ['forgot_link'], required: [] },
  'kyc-approved': { group: 'requests', variables: ['link'], required: [] },
  'kyc-rejected': { group: 'requests', variables: ['reason', 'link'], required: ['reason'] },
  'sender-approved': { group: 'requests', variables: ['sender', 'link'], required: [] },
  'sender-rejected': { group: 'requests', variables: ['sender', 'reason', 'link'], required: ['reason'] },
  'sender-suspended': { group: 'requests', variables: ['sender', 'reason', 'link'], required: ['reason'] },
  'sender-restored': { group: 'requests', variables: ['sender', 'reason', 'link'], required: [] },
  'topup-confirmed': { group: 'money', variables: ['amount', 'link'], required: [] },
  'package-confirmed': { group: 'money', variables: ['amount', 'package', 'link'], required: [] },
  'payment-rejected': { group: 'money', variables: ['amount', 'reason', 'link'], required: ['reason'] },
  'payment-ended': { group: 'money', variables: ['amount', 'link'], required: [] },
  'low-balance': { group: 'money', variables: ['balance', 'threshold', 'link'], required: [] },
  invoice: { group: 'money', variables: ['number', 'seller'], required: [] },
  'invoice-month': {
    group: 'money',
    variables: ['number', 'seller', 'month', 'amount', 'due', 'link'],
    required: [],
  },
  'campaign-waits': { group: 'sending', variables: ['campaign', 'link'], required: [] },
  'campaign-approved': { group: 'sending', variables: ['campaign', 'link'], required: [] },
  'campaign-rejected': { group: 'sending', variables: ['campaign', 'reason', 'link'], required: ['reason'] },
  'campaign-stopped': { group: 'sending', variables: ['campaign', 'reason', 'link'], required: ['reason'] },
  'report-month': {
    group: 'sending',
    variables: ['month', 'sent', 'delivered', 'failed', 'link', 'stop_link'],
    required: [],
  },
  'webhook-off': { group: 'sending', variables: ['link'], required: [] },
  'refund-full': { group: 'staff', variables: ['service', 'amount', 'link'], required: [] },
  'refund-part': { group: 'staff', variables: ['service', 'amount', 'link'], required: [] },
} as const satisfies Record<string, MailTextDefinition>;
export type MailTextKind = keyof typeof mailTexts;
export const mailTextKinds = Object.keys(mailTexts) as [MailTextKind, ...MailTextKind[]];
/** A variable's name. */
export type MailVariable = 'product' | (typeof mailTexts)[MailTextKind]['variables'][number];

/** What a mail can say. */
export const variablesOf = (kind: MailTextKind): readonly MailVariable[] => [
  'product',
  ...mailTexts[kind].variables,
];

export const mailLanguages = ['en', 'ne'] as const;
export const SUBJECT_MAX = 150;
export const BODY_MAX = 5000;

/** PUT: a subject and a body as schema/mailTemplate.ts reads it. */
export const mailTextInput = z.strictObject({
  subject: shownText(SUBJECT_MAX)
    .min(1, 'Required')
    .regex(/^[^\r\n]*$/, 'The subject must be one line.'),
  body: shownText(BODY_MAX).min(1, 'Required'),
});
export type MailTextInput = z.infer<typeof mailTextInput>;

/** A mail's text in a language, as it is in force. */
const mailText = z.object({
  kind: z.enum(mailTextKinds),
  language: z.enum(mailLanguages),
  subject: z.string(),
  body: z.string(),
  /** Whether the provider wrote it. */
  is_own: z.boolean(),
  /** For `If-Match` of PUT and DELETE. 1970 for the release's own text. */
  updated_at: z.iso.datetime(),
});
export type MailText = z.infer<typeof mailText>;

const lines = z.array(z.string());
/** The answer of all three. `signature` is the end of every mail: the service's name, then how to reach it. */
export const mailTextList = z.object({
  texts: z.array(mailText),
  signature: z.object({ en: lines, ne: lines }),
});
export type MailTextList = z.infer<typeof mailTextList>;
