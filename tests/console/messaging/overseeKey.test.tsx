import { useQuery } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { useOversee } from '../../../src/resources/messaging/oversight/useOversee.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage, uuid } from '../support/messagingConsole.tsx';

const texts = { act: 'a', title: 't', text: 'x', done: 'd' };
const decider = {
  path: '/v1/admin/campaigns/',
  textsOf: () => texts,
  reason: { required: 'r', optional: 'o', help: 'h' },
};

/** A campaign that is paused for a reason, and that others change. */
function Page() {
  const [campaign, setCampaign] = useState<Pick<Campaign, 'uuid' | 'name' | 'status' | 'held'>>({
    ...{ uuid: uuid(800), name: 'Dues', status: 'sending', held: false },
  });
  const [reason, setReason] = useState('A');
  const state = useOversee(campaign, decider);
  const { data: loaded } = useQuery({ queryKey: ['seen'], queryFn: async () => server.seen.length });
  return (
    <>
      <button type="button" onClick={() => void state.send('pause', { reason })} disabled={state.isBusy}>
        Pause
      </button>
      <button type="button" onClick={() => setReason('B')}>
        Other reason
      </button>
      <button type="button" onClick={() => setCampaign({ ...campaign, status: 'paused' })}>
        Is paused
      </button>
      <button type="button" onClick={() => setCampaign({ ...campaign, status: 'sending' })}>
        Is resumed
      </button>
      <p>{state.isUncertain ? 'not sure' : 'sure'}</p>
      <p>Loaded after {loaded}</p>
    </>
  );
}

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
});
afterAll(() => server.stop());
afterEach(() => {
  cleanup();
  server.seen.length = 0;
});

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const keys = () => server.seen.map(({ headers }) => headers['idempotency-key']);

test('a decision that is made again after the campaign has moved on has another key', async () => {
  renderPage('/', <Page />);
  server.reply(502, '{"detail":"No."}');
  await press('Pause');
  await screen.findByText('not sure');
  await press('Is paused');
  await press('Is resumed');
  server.reply(200, '{"data":{}}');
  await press('Pause');
  await screen.findByText('sure');
  expect(keys()).toHaveLength(2);
  expect(keys()[0]).not.toBe(keys()[1]);
});

test('a refusal of another reason says nothing of an unanswered decision', async () => {
  renderPage('/', <Page />);
  server.reply(503, '{"detail":"No."}');
  await press('Pause');
  await screen.findByText('not sure');
  await press('Other reason');
  server.reply(429, '{"detail":"Not now."}');
  await press('Pause');
  await waitFor(() => expect(keys()).toHaveLength(2));
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Pause' })).toHaveProperty('disabled', false),
  );
  expect(keys()[0]).not.toBe(keys()[1]);
  expect(screen.getByText('not sure')).toBeTruthy();
});

test.each([200, 409])(
  'a double click sends a decision once; after %i the page is loaded again',
  async (status) => {
    renderPage('/', <Page />);
    await screen.findByText('Loaded after 0');
    server.reply(status, '{"data":{}}');
    const pause = screen.getByRole('button', { name: 'Pause' });
    act(() => {
      pause.click();
      pause.click();
    });
    await screen.findByText('Loaded after 1');
    expect(keys()).toHaveLength(1);
  },
);
