import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aDashboard } from '../support/dashboardData.ts';
import { links, open, setUpDashboard } from './dashboardSetup.tsx';

const setup = setUpDashboard();
const { asked } = setup;

describe('a customer’s dashboard', () => {
  it('leads a new account step by step, and does not say twice what the steps say', async () => {
    setup.campaigns = [];
    setup.contacts = [];
    setup.answer.data = aDashboard({
      balance: 0,
      kyc: 'none',
      use: { ...aDashboard().use!, operators: [] },
      campaigns: { running: 0, any: false },
      packages: { parts: 0, next_expiry: null },
      senders: { approved: 0, pending: 0 },
      attention: [
        { code: 'kyc_missing' },
        { code: 'low_balance', balance: 0, threshold: 10_000 },
        { code: 'no_sender' },
      ],
    });
    open();
    const start = await screen.findByRole('region', { name: 'Send your first campaign' });
    expect(links(start).map(([, href]) => href)).toEqual([
      '/kyc',
      '/sms/sender-identities',
      '/wallet/topup-history/create',
      '/contact',
      '/sms/bulk-sms',
    ]);
    expect(screen.queryByRole('heading', { name: 'Needs your attention' })).toBeNull();
    expect(screen.queryByRole('figure')).toBeNull();
  });

  it('says since when a step waits and how long it usually takes, as far as it is known', async () => {
    setup.campaigns = [];
    setup.contacts = [];
    setup.answer.data = aDashboard({
      balance: 0,
      kyc: 'pending',
      campaigns: { running: 0, any: false },
      packages: { parts: 0, next_expiry: null },
      topups: { pending: 1, amount: 50_000 },
      senders: { approved: 0, pending: 1 },
      onboarding: {
        since: { kyc: '2026-01-30T06:00:00Z', sender: '2026-01-29T06:00:00Z', topup: null },
        usual: { kyc: 5 * 3600 - 60, sender: 70 * 3600, topup: 600 },
        contacts: true,
      },
    });
    open();
    const start = await screen.findByRole('region', { name: 'Send your first campaign' });
    const hint = (step: string) => start.querySelector(`[data-step="${step}"] p`)?.textContent?.trim();
    expect(hint('identity')).toMatch(
      /under review\. Waiting since 30 Jan 2026.*11:45.*\. This usually takes up to 5 hours\.$/,
    );
    expect(hint('sender')).toMatch(/Waiting since 29 Jan 2026.*This usually takes up to 3 days\.$/);
    expect(hint('topup')).toBe('Your top-up awaits confirmation. This usually takes less than an hour.');
    // The server knows which contacts are samples.
    expect(start.querySelector('[data-step="contacts"]')?.getAttribute('data-state')).toBe('done');
    expect(asked('/v1/core/contacts/')).toBe(0);
  });

  it('shows each step with its state, and says what waits for the provider', async () => {
    setup.campaigns = [];
    setup.answer.data = aDashboard({
      balance: 0,
      kyc: 'pending',
      use: null,
      campaigns: { running: 0, any: false },
      packages: { parts: 0, next_expiry: null },
      topups: { pending: 1, amount: 50_000 },
      senders: { approved: 0, pending: 1 },
    });
    open();
    const start = await screen.findByRole('region', { name: 'Send your first campaign' });
    await waitFor(() => expect(start.textContent).toContain('1 of 5 completed.'));
    const steps = within(start).getAllByRole('listitem');
    expect(steps.map(({ dataset }) => [dataset.step, dataset.state])).toEqual([
      ['identity', 'waiting'],
      ['sender', 'waiting'],
      ['topup', 'waiting'],
      ['contacts', 'done'],
      ['send', 'open'],
    ]);
    expect(steps.map(({ textContent }) => textContent)).toEqual([
      expect.stringContaining('Your identity documents are under review.'),
      expect.stringContaining('Your sender ID awaits approval.'),
      expect.stringContaining('Your top-up awaits confirmation.'),
      expect.stringContaining('Done'),
      expect.stringContaining('To do'),
    ]);
    // A step that is done has no action, every other one.
    expect(steps.map((step) => within(step).queryAllByRole('link').length)).toEqual([1, 1, 1, 0, 1]);
  });

  it('hides the guide until it is asked for again, and says meanwhile what needs attention', async () => {
    setup.campaigns = [];
    setup.answer.data = aDashboard({
      campaigns: { running: 0, any: false },
      senders: { approved: 0, pending: 0 },
      attention: [{ code: 'no_sender' }],
    });
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Hide this guide' }));
    expect(await screen.findByRole('region', { name: 'Needs your attention' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Send your first campaign' })).toBeNull();
    cleanup();
    open();
    fireEvent.click(await screen.findByRole('button', { name: 'Show first steps' }));
    expect(await screen.findByRole('region', { name: 'Send your first campaign' })).toBeTruthy();
    expect(screen.queryByRole('region', { name: 'Needs your attention' })).toBeNull();
  });
});
