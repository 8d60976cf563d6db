import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { ofAccount } from './ofAccount.ts';
import { balancePair } from './permissions.ts';
import { operators } from './phone.ts';
import { shownText } from './shownText.ts';

const entry = {
  kind: choice(['opening', 'topup', 'package', 'hold', 'release', 'adjustment'], { write: 'never' }),
  amount: field('money', z.int(), { write: 'never' }),
  balance: field('money', z.int(), { write: 'never' }),
  campaign: field('reference', z.uuid().nullable(), { write: 'never', of: 'sms', filter: 'equals' }),
  payment: field('reference', z.uuid().nullable(), {
    write: 'never',
    of: 'wallet/topup-history',
    filter: 'equals',
  }),
  /** For an adjustment: the administrator's reason. */
  note: field('text', z.string().nullable(), { write: 'never' }),
};

/** One line of the append-only ledger. `amount` is signed; `balance` is the balance after it. */
export const walletEntry = defineEntity({
  name: 'wallet/history',
  path: '/v1/credit/wallet-history/',
  read: balancePair,
  title: 'kind',
  fields: entry,
});
export type WalletEntry = z.infer<typeof walletEntry.record>;

/** The ledger of every account, for the provider's staff. */
export const anyWalletEntry = defineEntity({
  name: 'admin/wallet-entries',
  path: '/v1/admin/wallet-entries/',
  read: ['wallet-list', 'get'],
  tenancy: 'staff',
  title: 'kind',
  fields: { ...ofAccount, ...entry },
});
export type AnyWalletEntry = z.infer<typeof anyWalletEntry.record>;

/** The wallet of every customer. Its uuid is the account's; amounts are in minor units. */
export const wallet = defineEntity({
  name: 'admin/wallets',
  path: '/v1/credit/user-wallets/all/',
  read: ['wallet-list', 'get'],
  tenancy: 'staff',
  title: 'name',
  order: 'balance',
  fields: {
    name: field('text', z.string(), { write: 'never', sort: true, search: true }),
    balance: field('money', z.int(), { write: 'never', sort: true, filter: 'range' }),
    /** Amount held by running campaigns; it is no longer in the balance. */
    held: field('money', z.int(), { write: 'never' }),
    last_entry_at: field('datetime', z.iso.datetime().nullable(), { write: 'never' }),
    is_active: field('boolean', z.boolean(), { write: 'never', filter: 'equals' }),
  },
});
export type Wallet = z.infer<typeof wallet.record>;

/** GET {wallets}totals/ (ours): the sums of the wallets that match a list's filters. */
export const walletTotals = z.object({ wallets: z.int(), balance: z.int(), held: z.int() });
export type WalletTotals = z.infer<typeof walletTotals>;

/** The largest single adjustment, in minor units: 1,00,00,00,000.00. */
const ADJUST_MAX = 100_000_000_000;

/**
 * POST /v1/credit/user-wallets/{account}/adjust/ (ours): changes a balance by hand. `amount` is signed, in minor units. If
 * the request has the balance that was displayed and it has changed since, the answer is 409 and nothing moves.
 */
export const adjustment = z.strictObject({
  amount: z
    .int()
    .min(-ADJUST_MAX, 'This is more than the maximum adjustment.')
    .max(ADJUST_MAX, 'This is more than the maximum adjustment.')
    .refine((amount) => amount !== 0, 'Enter an amount other than zero.'),
  reason: shownText(300).min(1, 'Required'),
  balance: z.int().optional(),
});
export type Adjustment = z.infer<typeof adjustment>;

/**
 * The answer: the balance before and after, in minor units. `waits` (with 202): the amount exceeds the provider's limit,
 * nothing has moved, and a second person must confirm (schema/walletAdjustment.ts).
 */
export const adjusted = z.object({ before: z.int(), after: z.int(), waits: z.literal(true).optional() });
export type Adjusted = z.infer<typeof adjusted>;

/** What a campaign used of one operator on one day (Asia/Kathmandu). `amount` may be fractional paisa. */
export const consumption = defineEntity({
  name: 'sms/consumption-history',
  path: '/v1/credit/sms-consumption-history/',
  read: ['sms-list', 'get'],
  title: 'campaign',
  order: '-day',
  fields: {
    day: field('text', z.iso.date(), { write: 'never', sort: true, filter: 'range' }),
    campaign: field('reference', z.uuid(), { write: 'never', of: 'sms', filter: 'equals' }),
    operator: choice(operators, { write: 'never' }),
    /** `viber`: Viber messages, which only the wallet pays for. */
    source: choice(['package', 'wallet', 'viber'], { write: 'never' }),
    messages: field('integer', z.int(), { write: 'never' }),
    parts: field('integer', z.int(), { write: 'never' }),
    amount: field('price', z.number(), { write: 'never' }),
    /** From a campaign that went to the operator simulator, so no phone received it. */
    test: field('boolean', z.boolean(), { write: 'never' }),
  },
});

/** GET {consumption}totals/ (ours): the sums of what matches a list's filters. */
export const consumptionTotals = z.object({ messages: z.int(), parts: z.int(), amount: z.number() });
export type ConsumptionTotals = z.infer<typeof consumptionTotals>;
