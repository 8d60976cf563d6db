import { z } from 'zod';
import { defineEntity, field } from './entity.ts';

/** The known actions of people and of the server. A server may have more; the log shows those by their raw name. */
export const auditActions = [
  ...['create', 'update', 'delete', 'erase', 'activate', 'deactivate'],
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

/** Pages and files that entries are about, beside the entities. */
const pages = ['admin/settings', 'admin/failover', 'admin/reports', 'reports', 'files', 'invoices'];

/** Entities that no entry is about. */
const neverNamed = [
  // Only read, and without an export.
  ...['packages/sms', 'packages/active-packages', 'admin/account-packages', 'admin/online-payments'],
  // A customer's view of a record that has its entries under the name that staff know it by.
  ...['sms/sender-identities', 'profile/account', 'viber/identities', 'team'],
];

/** The record types that entries can be about: the entities with these names, and some pages and files. */
const recordTypes = (entities: readonly string[]): readonly string[] => [
  ...entities.filter((name) => !neverNamed.includes(name)),
  ...pages,
];

const NAME = 'admin/audit-log';

const text = (options: { search?: boolean; list?: boolean } = {}) =>
  field('text', z.string().nullable(), { write: 'never', ...options });
const user = () => ({ write: 'never', of: 'users', filter: 'equals', list: false }) as const;
/** A record as it was; for an update, only the fields that changed. Never contains a secret. */
const state = () =>
  field('attributes', z.record(z.string(), z.unknown()).nullable(), { write: 'never', list: false });

/**
 * One line of the append-only log: who did what to which record. Names are those of that time. `actor` is null when nobody
 * was signed in or the server acted by itself. With `acting_as`, the actor is a staff member who was signed in as that
 * customer. schema/index.ts makes it, as it has the names of all other entities.
 */
export const auditEntryOf = (others: readonly string[]) =>
  defineEntity({
    name: NAME,
    path: '/v1/admin/audit-log/',
    read: ['audit-list', 'get'],
    tenancy: 'everyone',
    title: 'action',
    fields: {
      action: field('choice', z.string(), { write: 'never', filter: 'equals', choices: auditActions }),
      entity: field('choice', z.string(), {
        write: 'never',
        filter: 'equals',
        choices: recordTypes([...others, NAME]),
      }),
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
export type AuditEntry = z.infer<ReturnType<typeof auditEntryOf>['record']>;
