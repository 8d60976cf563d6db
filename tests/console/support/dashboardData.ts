import type { Dashboard } from '#schema/dashboard.ts';

const none = { sent: 0, delivered: 0, failed: 0, parts: 0, amount: 0 };

/** Thirty days that end on 30 January 2026, the last of them with messages. */
export const aDashboard = (change: Partial<Dashboard> = {}): Dashboard => ({
  balance: 5_000_000,
  kyc: 'approved',
  use: {
    month: {
      from: '2026-01-01',
      until: '2026-01-30',
      sent: 1200,
      delivered: 1100,
      failed: 60,
      parts: 1200,
      amount: 162_720,
    },
    days: Array.from({ length: 30 }, (_, index) => ({
      ...none,
      day: `2026-01-${String(index + 1).padStart(2, '0')}`,
      ...(index === 29 && { sent: 1200, delivered: 1100, failed: 60, parts: 1200, amount: 162_720 }),
    })),
    operators: [
      { operator: 'ntc', sent: 1000, delivered: 950, failed: 30, parts: 1000, amount: 135_600 },
      { operator: 'ncell', sent: 200, delivered: 150, failed: 30, parts: 200, amount: 27_120 },
    ],
  },
  campaigns: { running: 0, any: true },
  packages: { parts: 250, next_expiry: '2026-02-10T06:00:00Z' },
  topups: { pending: 0, amount: 0 },
  senders: { approved: 1, pending: 0 },
  attention: [],
  ...change,
});
