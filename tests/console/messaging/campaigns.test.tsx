import { cleanup, screen, waitFor } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { paceOf, withSample } from '../../../src/resources/messaging/campaigns/pace.ts';
import { messagesPath, pollEvery } from '../../../src/resources/messaging/campaigns/progress.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { watchIntervals } from '../support/intervals.ts';
import { aCampaign, uuid } from '../support/messagingConsole.tsx';
import { setUpCampaigns, text } from './campaignsSetup.tsx';

const setup = setUpCampaigns();
const { open } = setup;

describe('a campaign’s page', () => {
  it('says that the results could not be loaded, and shows the rest', async () => {
    setup.hasNoResults = true;
    open();
    expect(await screen.findByText('Delivery results could not be loaded')).toBeTruthy();
    expect(screen.getByText('40 of 100')).toBeTruthy();
  });

  it('shows every outcome as word and number, a bar with a text, and where the money is', async () => {
    open();
    expect(await screen.findByText('40 of 100')).toBeTruthy();
    expect(text(document.querySelector('.campaign-figure'))).toBe(
      'Sending80% delivered24 of 30 messages with a result',
    );
    const outcomes = [...document.querySelectorAll('li[data-outcome] [aria-hidden="true"]')]
      .filter(({ tagName }) => tagName === 'SPAN')
      .map(({ textContent }) => textContent);
    expect(outcomes).toEqual([
      ...['Delivered24', 'Sent (awaiting receipt)10', 'Not delivered2', 'Expired1', 'Rejected3', 'Queued60'],
    ]);
    expect(screen.getByRole('img').getAttribute('aria-label')).toContain('100 messages: Delivered 24');
    expect(text(document.querySelector('[aria-labelledby="campaign-money"] dl'))).toContain(
      'Still heldRs. 81.53',
    );
    expect(screen.getByRole('link', { name: /Rejected: 3/ }).getAttribute('href')).toContain(
      '/sms/dispatch?filter=',
    );
  });

  it.each([
    ['of a mixed campaign by share', { 'GSM-7': 99, 'UCS-2': 1 }, '99 GSM-7, 1 Unicode'],
    ['of one encoding by its name', { 'GSM-7': 0, 'UCS-2': 100 }, 'Unicode (UCS-2)'],
    [
      'of a server that does not count them without calling all Unicode',
      undefined,
      'Unicode in at least one message',
    ],
  ])('says the encoding %s', async (_, encodings, words) => {
    setup.record = aCampaign({ encoding: 'UCS-2', encodings });
    open();
    const term = await screen.findByText('Encoding');
    expect(term.parentElement?.textContent).toBe(`Encoding${words}`);
  });

  it.each([
    ['sending', { captured: 5000, released: 0 }, 'Charged'],
    ['completed', { captured: 13_000, released: 407 }, 'Charged'],
    ['completed', { captured: 13_153, released: 407 }, 'Charged'],
  ])('calls the charge of a %s campaign with %o what it is: %s', async (status, moved, words) => {
    setup.record = aCampaign({ status, ...moved });
    open();
    const figures = (await screen.findByRole('heading', { name: 'Cost' })).parentElement;
    const charged = [...(figures?.querySelectorAll('dt') ?? [])].map(({ textContent }) => textContent)[1];
    expect(charged).toBe(words);
  });

  it('says that it is a test that is not delivered, and whether it was free', async () => {
    setup.record = aCampaign({ test: true, cost: 0, captured: 0, released: 0 });
    open();
    expect(await screen.findByText('Test', { exact: true })).toBeTruthy();
    expect(text(screen.getByRole('alert'))).toBe(
      'This is a test. Messages go to the operator simulator and no phone receives them. Nothing is charged.',
    );
    cleanup();
    setup.record = aCampaign({ test: true });
    open();
    expect(text(await screen.findByRole('alert'))).not.toContain('charged');
    cleanup();
    setup.record = aCampaign();
    open();
    await screen.findByText('40 of 100');
    expect(screen.queryByText('Test')).toBeNull();
  });

  it('says that a failed campaign cost nothing', async () => {
    setup.record = aCampaign({ status: 'failed', error: 'The list was empty.', delivered: 0, cost: 0 });
    open();
    expect((await screen.findByRole('alert')).textContent).toContain(
      'Nothing was sent and nothing was charged',
    );
  });

  it('shows results by operator, by reason in words, and over time with a table', async () => {
    setup.results = {
      sampled: null,
      operators: [
        { operator: 'ntc', messages: 80, sent: 30, delivered: 20, failed: 5 },
        { operator: 'ncell', messages: 20, sent: 10, delivered: 0, failed: 0 },
      ],
      reasons: [
        { status: 'undelivered', error: '27', messages: 4 },
        { status: 'unknown', error: null, messages: 1 },
      ],
      times: {
        seconds: 10,
        points: [
          { at: '2026-03-01T04:00:00Z', sent: 10, delivered: 8, failed: 1 },
          { at: '2026-03-01T04:00:10Z', sent: 30, delivered: 12, failed: 4 },
        ],
      },
    };
    open();
    const table = await screen.findByRole('region', { name: 'By operator' });
    const rows = [...table.querySelectorAll('tbody tr')].map((row) => [...row.children].map(text));
    expect(rows).toEqual([
      ['NTC', '80', '20', '5', '80%'],
      ['Ncell', '20', '0', '0', '–'],
    ]);
    const reasons = screen.getByRole('region', { name: 'Why messages were not delivered' });
    expect([...reasons.querySelectorAll('li')].map(text)).toEqual([
      'The phone was switched off or out of reach (27)Not delivered4',
      'Unknown1',
    ]);
    const times = await screen.findByRole('region', { name: 'Over time' });
    expect(times.textContent).toContain('Messages sent: 40. Delivered: 20. Failed: 5.');
    expect([...times.querySelectorAll('details tbody th')].map(text)).toEqual([
      '1 Mar 2026, 09:45:00',
      '1 Mar 2026, 09:45:10',
    ]);
    expect(screen.queryByText(/Estimated from/)).toBeNull();
  });

  it('asks for the results again at once when first messages have one', async () => {
    const start = globalThis.setInterval.bind(globalThis);
    const look = watchIntervals();
    vi.spyOn(globalThis, 'setInterval').mockImplementation(((run: () => void, ms?: number) =>
      // Not by itself, after ten seconds.
      ms === 10_000 ? 0 : start(run, ms)) as unknown as typeof setInterval);
    const none = { delivered: 0, undelivered: 0, expired: 0, rejected: 0 };
    setup.record = aCampaign({ ...none, submitted: 40 });
    open();
    const reasons = await screen.findByRole('region', { name: 'Why messages were not delivered' });
    expect(reasons.textContent).toContain('No failed messages.');
    const asked = () => setup.server.seen.filter(({ url }) => url.endsWith('/results/')).length;
    expect(asked()).toBe(1);
    setup.record = aCampaign({ ...none, submitted: 38, delivered: 2 });
    await look(1500);
    await waitFor(() => expect(asked()).toBe(2));
    setup.record = aCampaign({ ...none, submitted: 37, delivered: 2, rejected: 1 });
    await look(1500);
    await waitFor(() => expect(asked()).toBe(3));
  });

  it('says that the results of a large campaign are estimates', async () => {
    setup.results = {
      ...setup.results,
      sampled: 50_000,
      operators: [{ operator: 'ntc', messages: 1_000_000, sent: 1, delivered: 1, failed: 0 }],
    };
    open();
    const [note] = await screen.findAllByText('Estimated from 50,000 messages spread over the campaign.');
    expect(note).toBeTruthy();
  });

  it('offers no action to users who may only read', async () => {
    signInCustomer((name) => name === 'bulk-sms');
    open();
    await screen.findByText('40 of 100');
    expect(screen.queryByRole('button', { name: 'Pause' })).toBeNull();
  });
});

describe('the pace of a campaign', () => {
  it('is messages per second of the last minute, once three seconds were seen', () => {
    let samples = withSample([], { at: 0, done: 100 });
    expect(paceOf(samples)).toBeUndefined();
    samples = withSample(samples, { at: 1500, done: 160 });
    expect(paceOf(samples)).toBeUndefined();
    samples = withSample(samples, { at: 3000, done: 220 });
    expect(paceOf(samples)).toBe(40);
    for (let at = 4500; at <= 90_000; at += 1500) samples = withSample(samples, { at, done: 220 });
    expect(paceOf(samples)).toBe(0);
    expect(samples[0]?.at).toBe(30_000);
  });

  it('begins anew when a count goes back', () =>
    expect(withSample([{ at: 0, done: 100 }], { at: 5000, done: 90 })).toEqual([{ at: 5000, done: 90 }]));
});

describe('asking for a campaign again', () => {
  const now = Date.parse('2026-01-02T12:00:00Z');
  const every = (change: Record<string, unknown>) => pollEvery(aCampaign(change) as unknown as Campaign, now);
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString();

  it('is frequent while it moves, seldom while it waits, and ends when nothing can change', () => {
    expect(every({ status: 'sending' })).toBe(1500);
    expect(every({ status: 'preparing' })).toBe(1500);
    expect(every({ status: 'scheduled', scheduled_at: ago(-60) })).toBe(30_000);
    expect(every({ status: 'scheduled', scheduled_at: ago(-1) })).toBe(1500);
    expect(every({ status: 'completed', finished_at: ago(1) })).toBe(1500);
    expect(every({ status: 'completed', finished_at: ago(60) })).toBe(30_000);
    expect(every({ status: 'completed', finished_at: ago(60 * 48) })).toBe(false);
    expect(every({ status: 'cancelled', queued: 5, submitted: 0, finished_at: ago(1) })).toBe(1500);
    expect(every({ status: 'completed', queued: 0, submitted: 0, finished_at: ago(1) })).toBe(false);
    expect(every({ status: 'failed', submitted: 0 })).toBe(false);
  });

  it('links to the messages of one outcome, counting those being sent as waiting', () => {
    const path = messagesPath(aCampaign() as unknown as Campaign, 'queued');
    expect(JSON.parse(new URLSearchParams(path.split('?')[1]).get('filter') ?? '')).toEqual({
      campaign: uuid(800),
      status: ['queued', 'submitting'],
    });
  });
});
