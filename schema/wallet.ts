import { z } from 'zod';
import { choice, defineEntity, field } from './entity.ts';
import { operators } from './phone.ts';

/** One line of the append-only ledger. `amount` is signed; `balance` is the balance after it. */
export const walletEntry = defineEntity({
  name: 'wallet/history',
  path: '/v1/credit/wallet-history/',
  read: ['topup-list', 'get'],
  title: 'kind',
  fields: {
    kind: choice(['opening', 'topup', 'package', 'hold', 'release', 'adjustment'], { write: 'never' }),
    amount: field('money', z.int(), { write: 'never' }),
    balance: field('money', z.int(), { write: 'never' }),
    campaign: field('reference', z.uuid().nullable(), { write: 'never', of: 'sms', filter: 'equals' }),
    payment: field('reference', z.uuid().nullable(), {
      write: 'never',
      of: 'wallet/topup-history',
      filter: 'equals',
    }),
    note: field('text', z.string().nullable(), { write: 'never' }),
  },
});

export type WalletEntry = z.infer<typeof walletEntry.record>;

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
    source: choice(['package', 'wallet'], { write: 'never' }),
    messages: field('integer', z.int(), { write: 'never' }),
    parts: field('integer', z.int(), { write: 'never' }),
    amount: field('price', z.number(), { write: 'never' }),
  },
});

/** GET {consumption}totals/ (ours): the sums of what a list's filters match. */
export const consumptionTotals = z.object({ messages: z.int(), parts: z.int(), amount: z.number() });
export type ConsumptionTotals = z.infer<typeof consumptionTotals>;
