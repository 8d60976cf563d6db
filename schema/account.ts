import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { messageMonths } from './messageMonths.ts';
import { latinDigits, operators } from './phone.ts';
import { shownName, shownText } from './shownText.ts';

/** The fields that KYC has verified; the account's users can no longer change them. */
export const provedByKyc = ['name', 'type', 'pan'] as const;

const NOT_PAN = 'A PAN has 9 digits.';

const name = () => field('text', z.string(), { sort: true, search: true, input: shownName(200) });
const type = () => choice(['individual', 'company']);
/** Permanent account number of Nepal's tax office (Inland Revenue Department): nine digits. */
const pan = () =>
  field(
    'text',
    z
      .string()
      .trim()
      .overwrite((text) => latinDigits(text).replace(/[\s-]/g, ''))
      .regex(/^\d{9}$/, NOT_PAN)
      .nullish(),
    { search: true },
  );
/** The address printed on invoices. */
const address = () => field('text', z.string().nullish(), { list: false, input: shownText(300).nullish() });
/** Messages that it may send on a calendar day in Nepal, over all its campaigns; null: no limit. */
const dailyCap = () => field('integer', z.int().min(1).max(100_000_000).nullish(), { list: false });
/** Messages a second that workers send for it, over all its campaigns; null: no limit. */
const rateCap = () => field('integer', z.int().min(1).max(10_000).nullish(), { list: false });
/** Minor units; its users and webhooks are told when less is left. Null: never. */
const lowBalanceBelow = () => field('money', z.int().min(1).max(100_000_000_000).nullish(), { list: false });
/** Months for which its messages are kept after their own month; null: the provider's period. */
const keptMonths = () => field('integer', messageMonths.nullish(), { list: false });
const tag = shownName(40)
  .toLowerCase()
  // A list of tags is separated by commas.
  .regex(/^[^,]*$/, 'A tag cannot contain a comma.');
const tags = z
  .array(tag)
  .max(20)
  .overwrite((all) => [...new Set(all)]);
/** `prepaid`: the balance is never below zero. `postpaid`: it may fall to minus the credit limit. */
const billing = () => choice(['prepaid', 'postpaid']);
/** Minor units; 0 for prepaid accounts. */
const creditLimit = () => field('money', z.int().min(0).max(100_000_000_000), { list: false });
const kycStatus = () => choice(['none', 'pending', 'approved', 'rejected'], { write: 'never' });

/** The caller's own account: a person or a company. */
export const ownAccount = defineEntity({
  name: 'profile/account',
  path: '/v1/autho/accounts/',
  read: ['profile-my', 'get'],
  write: ['profile-my', 'post'],
  writes: ['update'],
  title: 'name',
  fields: {
    name: { ...name(), sort: false, search: false },
    type: type(),
    pan: { ...pan(), search: false },
    address: { ...address(), list: true },
    kyc_status: kycStatus(),
    daily_cap: { ...dailyCap(), write: 'never' },
    rate_cap: { ...rateCap(), write: 'never' },
    low_balance_below: { ...lowBalanceBelow(), write: 'never' },
    /** The provider's period where the account has none of its own; null: messages are kept for ever. */
    message_months: { ...keptMonths(), write: 'never' },
  },
});
export type OwnAccount = z.infer<typeof ownAccount.record>;

/**
 * Every account, for the provider's staff. `search` also finds the e-mail addresses and phones of an account's users, for
 * those who may read users.
 * `balance` is in minor units. `is_active` changes only through POST {uuid}/deactivate/ and {uuid}/activate/.
 */
export const account = defineEntity({
  name: 'admin/accounts',
  path: '/v1/admin/accounts/',
  read: ['account-list', 'get'],
  write: ['account-list', 'post'],
  writes: ['create', 'update'],
  tenancy: 'staff',
  title: 'name',
  fields: {
    name: name(),
    type: type(),
    pan: pan(),
    address: address(),
    kyc_status: kycStatus(),
    is_active: field('boolean', z.boolean(), { write: 'never', filter: 'equals' }),
    balance: field('money', z.int(), { write: 'never', sort: true }),
    users: field('integer', z.int(), { write: 'never' }),
    /** The e-mail address of its first user, an owner's if it has one, to tell accounts of one name apart. Null: none; absent for callers who may not read users, and from older servers. */
    owner_email: field('email', z.string().nullish(), { write: 'never', list: false, search: true }),
    daily_cap: dailyCap(),
    rate_cap: rateCap(),
    low_balance_below: lowBalanceBelow(),
    message_months: keptMonths(),
    /** Missing leaves it unchanged. Prepaid sets the limit to 0. */
    billing: { ...billing(), list: false, input: billing().schema.nullish() },
    credit_limit: { ...creditLimit(), input: creditLimit().schema.nullish() },
    /** A higher limit that waits for a second person (schema/creditLimitChange.ts); null: none does. */
    credit_limit_waits: field('money', z.int().nullish(), { write: 'never', list: false }),
    /** Lower case; what staff group accounts by. Missing and null leave them unchanged. */
    tags: field('text', z.array(z.string().toLowerCase()), { filter: 'equals', input: tags.nullish() }),
    /** For staff only: no customer reads them. */
    notes: field('longText', z.string().nullish(), { list: false, input: shownText(5000).nullish() }),
    /** The provider's own account: its users are staff, and it cannot be deactivated. */
    is_provider: field('boolean', z.boolean(), { write: 'never', list: false }),
  },
});
export type Account = z.infer<typeof account.record>;

/** Number of days in an account's overview. */
export const OVERVIEW_DAYS = 30;

/**
 * Messages by the day they were sent, with their results; `amount` in minor units, may be fractional. `test` is how many
 * of `sent` went to the operator simulator; older servers do not send it.
 */
export const messageTotals = z.object({
  sent: z.int(),
  test: z.int().optional(),
  delivered: z.int(),
  failed: z.int(),
  parts: z.int(),
  amount: z.number(),
});

/** GET {accounts}{uuid}/overview/ (ours): the current state of an account. */
export const accountOverview = z.object({
  /** Minor units held by running campaigns. */
  held: z.int(),
  /** Campaigns that are being prepared, scheduled, sending or paused. */
  running: z.int(),
  /** Message parts left in packages that can still be used. */
  parts: z.int(),
  /** The KYC record; null before one was submitted. */
  kyc: z.uuid().nullable(),
  /**
   * Current price of a message part, and of a Viber message where there is one (optional for servers), by operator, in minor
   * units; cheapest part first.
   */
  prices: z.array(
    z.object({ operator: z.enum(operators), price: z.number(), viber_price: z.number().nullish() }),
  ),
  /** The last days in Nepal, oldest first; `amount` may be fractional paisa. */
  days: z.array(z.object({ day: z.iso.date(), ...messageTotals.shape })),
});
export type AccountOverview = z.infer<typeof accountOverview>;

/** What else deactivating the account changed. */
export const deactivated = z.object({ signed_out: z.int(), paused: z.int() });
export type Deactivated = z.infer<typeof deactivated>;
