import { z } from 'zod';
import { defineEntity, field } from './entity.ts';

/** The known actions of people and of the server. A server may have more; the log shows those by their raw name. */
export const auditActions = [
  ...['create', 'update', 'delete', 'activate', 'deactivate'],
  ...['sign-in', 'sign-in-failed', 'sign-out', 'register', 'change-password', 'reset-password', 'send-link'],
  'copy-invitation',
  ...[
    'wrong-password',
    'report-not-me',
    'ask-address',
    'resend-address',
    'cancel-address',
    'confirm-address',
    'prove',
  ],
  ...['end-session', 'end-other-sessions', 'end-sessions', 'sign-in-as', 'sign-in-as-end'],
  ...['request', 'withdraw', 'submit', 'approve', 'reject', 'purchase', 'confirm', 'cancel', 'adjust'],
  ...['suspend', 'restore', 'correct'],
  ...['confirm-first', 'refund-seen', 'handle'],
  ...[
    'send',
    'send-test',
    'send-trial',
    'send-code',
    'confirm-number',
    'retry',
    'pause',
    'resume',
    'reschedule',
    'stop',
    'settle',
    'import',
    'opt-out',
    'opt-in',
  ],
  ...['revoke', 'rotate-secret', 'switch-off', 'tests-begin', 'tests-end'],
  ...['read', 'download', 'print', 'mail', 'export', 'export-end', 'open-text'],
  ...['turn-on-two-factor', 'turn-off-two-factor', 'remove-two-factor', 'renew-recovery-codes'],
  ...['add-passkey', 'remove-passkey'],
] as const;

/** What the actions apply to: the console's resources and pages. */
export const auditEntities = [
  ...['users', 'admin/accounts', 'kyc', 'admin/payment-references', 'admin/sender-identities'],
  ...['admin/campaigns', 'sms/dispatch', 'sms/templates', 'contact', 'contact/groups', 'contact/imports'],
  ...['settings/blacklist', 'settings/blacklist/imports', 'settings/api-keys', 'settings/webhooks'],
  ...[
    'settings/webhook-deliveries',
    'admin/wallets',
    'admin/wallet-adjustments',
    'admin/payment-refunds',
    'admin/product-pricing',
    'admin/packages',
  ],
  ...['admin/blocked-keywords', 'admin/viber-identities', 'admin/number-plan'],
  ...['admin/operator-links', 'admin/settings', 'admin/failover'],
  // Things that are only read or exported, never changed.
  ...['sms', 'files', 'sms/consumption-history', 'wallet/history', 'wallet/daily-consumption'],
  ...['wallet/topup-history', 'packages/history', 'admin/wallet-entries', 'admin/audit-log', 'invoices'],
] as const;

const text = (options: { search?: boolean; list?: boolean } = {}) =>
  field('text', z.string().nullable(), { write: 'never', ...options });
const user = () => ({ write: 'never', of: 'users', filter: 'equals', list: false }) as const;
/** A record as it was; for an update, only the fields that changed. Never contains a secret. */
const state = () =>
  field('attributes', z.record(z.string(), z.unknown()).nullable(), { write: 'never', list: false });

/**
 * One line of the append-only log: who did what to which record. Names are those of that time. `actor` is null when nobody
 * was signed in or the server acted by itself. With `acting_as`, the actor is a staff member who was signed in as that
 * customer.
 */
export const auditEntry = defineEntity({
  name: 'admin/audit-log',
  path: '/v1/admin/audit-log/',
  read: ['audit-list', 'get'],
  tenancy: 'everyone',
  title: 'action',
  fields: {
    action: field('choice', z.string(), { write: 'never', filter: 'equals', choices: auditActions }),
    entity: field('choice', z.string(), { write: 'never', filter: 'equals', choices: auditEntities }),
    title: text({ search: true }),
    record: field('reference', z.uuid().nullable(), { write: 'never', filter: 'equals', list: false }),
    actor: field('reference', z.uuid().nullable(), user()),
    actor_name: text({ search: true }),
    actor_email: text({ search: true }),
    acting_as: field('reference', z.uuid().nullable(), user()),
    acting_as_name: text({ list: false }),
    /** The API key that was used, and its name at the time. */
    api_key: field('reference', z.uuid().nullable(), {
      write: 'never',
      of: 'settings/api-keys',
      list: false,
    }),
    api_key_name: text({ list: false }),
    account: field('reference', z.uuid().nullable(), {
      write: 'never',
      of: 'admin/accounts',
      filter: 'equals',
      list: false,
    }),
    account_name: text(),
    before: state(),
    after: state(),
    ip: text(),
    request_id: text({ list: false }),
  },
});
export type AuditEntry = z.infer<typeof auditEntry.record>;
