import { act, cleanup, screen } from '@testing-library/react';
import { useEffect, useState } from 'react';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { Announcement } from '../../../src/resources/messaging/campaigns/Outcomes.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { aCampaign, renderPage } from '../support/messagingConsole.tsx';

const none = { queued: 0, submitted: 0, delivered: 0, undelivered: 0, expired: 0, rejected: 0, cancelled: 0 };
const counts = (given: object) => aCampaign({ ...none, ...given }) as unknown as Campaign;
let show: (campaign: Campaign) => void;
function Page({ first }: { first: Campaign }) {
  const [campaign, setCampaign] = useState(first);
  useEffect(() => {
    show = setCampaign;
  }, []);
  return <Announcement campaign={campaign} />;
}

/** Everything that a screen reader is told, one after the other. */
function watch(first: Campaign) {
  renderPage('/', <Page first={first} />);
  const told: string[] = [];
  const read = () => screen.getByRole('status').textContent ?? '';
  const next = (given: object) => {
    const before = read();
    act(() => show(counts(given)));
    if (read() !== before) told.push(read());
  };
  return { told, next };
}

beforeEach(() => {
  preferences.set({ language: 'en' });
  signInCustomer();
});
afterEach(cleanup);

test('the receipts that come after sending are told, the last of them once', () => {
  const one = { recipients: 1, status: 'completed' };
  const { told, next } = watch(counts({ recipients: 1, status: 'sending', queued: 1 }));
  next({ ...one, submitted: 1 });
  next({ ...one, delivered: 1 });
  next({ ...one, delivered: 1 });
  expect(told).toEqual([
    'Completed. 1 of 1 messages done, 0 delivered.',
    'Completed. 1 of 1 messages done, 1 delivered.',
  ]);
});

test('of many receipts every tenth is told, and the last', () => {
  const done = { recipients: 100, status: 'completed' };
  const { told, next } = watch(counts({ ...done, submitted: 100 }));
  for (let delivered = 1; delivered <= 97; delivered++)
    next({ ...done, delivered, undelivered: 0, submitted: 100 - delivered });
  next({ ...done, delivered: 97, unknown: 3 });
  next({ ...done, delivered: 98, unknown: 2 });
  expect(told.map((text) => text.match(/(\d+) delivered/)?.[1])).toEqual([
    ...['10', '20', '30', '40', '50', '60', '70', '80', '90', '97', '98'],
  ]);
});
