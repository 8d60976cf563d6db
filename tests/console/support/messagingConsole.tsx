import type { ReactNode } from 'react';
import { Route } from 'react-router-dom';
import type { Plan } from '#schema/compose.ts';
import { http } from '../../../src/core/http.ts';
import { createDataProvider } from '../../../src/dataProvider/dataProvider.ts';
import { renderAdmin } from './adminConsole.tsx';

export const uuid = (n: number): string => `01890000-0000-7000-8000-${String(n).padStart(12, '0')}`;

/** A page in the console's own context; every other address shows itself as text. */
export function renderPage(path: string, page: ReactNode, address = path) {
  return renderAdmin({
    dataProvider: createDataProvider(http),
    address,
    pages: <Route path={path} element={page} />,
    around: ({ children }) => children,
    catchAll: () => <p>elsewhere</p>,
  });
}

export const aPlan = (change: Partial<Plan> = {}): Plan => ({
  uuid: uuid(900),
  expires_at: '2030-01-01T00:00:00Z',
  given: 1250,
  recipients: 1234,
  refused: {
    invalid: 0,
    'unknown-operator': 0,
    duplicate: 0,
    blacklisted: 0,
    'missing-value': 0,
    'too-long': 0,
    'bad-character': 0,
    'blocked-keyword': 0,
    'sender-not-approved': 0,
  },
  refused_rows: [],
  operators: [
    {
      operator: 'ntc',
      messages: 1234,
      parts: 2468,
      package_parts: 0,
      price: 135.6,
      amount: 334660.8,
      closed: false,
    },
  ],
  encodings: { 'GSM-7': 1234, 'UCS-2': 0 },
  parts: 2468,
  package_parts: 0,
  cost: 334661,
  balance: 5000000,
  balance_after: 4665339,
  sufficient: true,
  samples: [{ phone: '+9779841000001', text: 'Hello Ram', parts: 2 }],
  ...change,
});

const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };

export const aCampaign = (change: Record<string, unknown> = {}) => ({
  uuid: uuid(800),
  ...times,
  name: 'Dues',
  status: 'sending',
  sender: 'DEMO',
  body: 'Hello',
  encoding: 'GSM-7',
  recipients: 100,
  queued: 60,
  submitted: 10,
  delivered: 24,
  undelivered: 2,
  expired: 1,
  rejected: 3,
  cancelled: 0,
  unknown: 0,
  parts: 100,
  package_parts: 0,
  cost: 13560,
  captured: 5000,
  released: 407,
  error: null,
  scheduled_at: null,
  started_at: times.created_at,
  finished_at: null,
  ...change,
});

export const pageOf = (...results: unknown[]) => ({
  count: results.length,
  next: null,
  previous: null,
  results,
});

export const aSender = (n: number, name: string, status = 'approved') => ({
  uuid: uuid(n),
  ...times,
  name,
  purpose: null,
  status,
  reason: null,
});
