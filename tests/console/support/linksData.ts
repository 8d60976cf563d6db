import type { DashboardSummary } from '#schema/dashboardSummary.ts';
import type { OperatorLink } from '#schema/operatorLink.ts';
import { roles } from '#schema/permissions.ts';
import { getUser, setUser } from '../../../src/core/session.ts';
import { signInCustomer } from './crudConsole.tsx';

const id = (n: number) => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;

export const aLink = (change: Partial<OperatorLink> = {}): OperatorLink => ({
  uuid: id(1),
  created_at: '2026-01-01T00:00:00.000Z',
  updated_at: '2026-01-01T00:00:00.000Z',
  name: 'ncell-1',
  kind: 'smpp',
  managed_by: 'console',
  is_simulator: false,
  state: 'bound',
  is_active: true,
  host: 'smsc.example.net',
  port: 2775,
  tls: false,
  system_id: 'provider',
  system_type: '',
  tls_ca: '',
  tls_name: '',
  bind_mode: 'transceiver',
  long_messages: 'udh',
  message_ids: 'same',
  window: 100,
  rate: 50,
  operators: ['ncell'],
  priority: 10,
  weight: null,
  login_set_at: '2026-01-01T00:00:00.000Z',
  since: '2026-01-02T03:00:00.000Z',
  reason: null,
  in_flight: 4,
  per_minute: 1200,
  workers: 1,
  shares: [{ worker: 7, window: 100, rate: 50 }],
  last_error: null,
  last_error_at: null,
  ...change,
});

const day = (n: number) => `2026-01-${String(n).padStart(2, '0')}`;
const total = { sent: 1000, delivered: 900, failed: 50, parts: 1000, amount: 135_600 };
const zero = { sent: 0, delivered: 0, failed: 0, parts: 0, amount: 0 };

/** A day of the provider's on which everything has happened. */
export const aSummary = (change: Partial<DashboardSummary> = {}): DashboardSummary => ({
  users: 12,
  accounts: 7,
  pending_kyc: 2,
  pending_payments: 3,
  pending_amount: 450_000,
  open_refunds: 0,
  pending_senders: 0,
  pending_viber: 0,
  campaigns: { draft: 1, running: 2, any: true },
  use: {
    days: Array.from({ length: 30 }, (_, i) => ({ day: day(i + 1), ...(i === 29 ? total : zero) })),
    operators: [{ operator: 'ntc', ...total }],
  },
  links: [{ ...aLink(), sent: 1000, delivered: 900, failed: 50 }],
  database: { stopped_at: null, standby: 'none' },
  queue: { waiting: 0, oldest_at: null, operators: [] },
  ...change,
});

/** Signs a member of staff in. */
export function signInStaff(role: 'support' | 'admin'): void {
  signInCustomer();
  const user = getUser();
  if (user) setUser({ ...user, role, ui_permissions: roles[role].map(([name, verb]) => [name, verb]) });
}
