import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { type Webhook, type WebhookDelivery, webhook, webhookDelivery } from '#schema/webhook.ts';
import type { Answer, Asked } from '../support/api.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';
import { setUpDevelopers, times } from './developersSetup.tsx';

const setup = setUpDevelopers();
const { open, posts } = setup;

const hook: Webhook = {
  ...{ uuid: uuid(2), url: 'https://shop.example/hook', events: ['message.delivered'], ...times },
  ...{ is_active: true, failing_since: null, switched_off_at: null },
};
const delivery: WebhookDelivery = {
  ...{ uuid: uuid(3), webhook: hook.uuid, kind: 'events', status: 'failed', event_count: 480, attempts: 9 },
  ...{ http_status: 500, duration: 120, attempted_at: null, next_attempt_at: null, ...times },
  error: 'The server responded with 500. Only 200 to 299 counts as delivered.',
};

describe('webhooks', () => {
  const serve =
    (more: (asked: Asked) => Answer | undefined = () => undefined) =>
    (asked: Asked): Answer => {
      const own = more(asked);
      if (own) return own;
      if (asked.url.startsWith(webhookDelivery.path)) return { body: pageOf(delivery) };
      return asked.url.includes(hook.uuid) ? { body: { data: hook } } : { body: pageOf(hook) };
    };

  it('are added for every event unless some are taken out, and show their secret once', async () => {
    setup.answer = serve(({ method }) =>
      method === 'POST' ? { status: 201, body: { data: { ...hook, secret: 'whsec_abc=' } } } : undefined,
    );
    open('/settings/webhooks/create');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'URL' }), hook.url);
    await user.click(screen.getByRole('checkbox', { name: 'Message expired' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('whsec_abc=')).toBeTruthy();
    const events = ['message.delivered', 'message.undelivered', 'message.rejected'];
    const campaigns = ['campaign.completed', 'campaign.cancelled', 'campaign.failed'];
    expect(posts()[0]?.body).toEqual({
      url: hook.url,
      events: [...events, ...campaigns, 'account.low_balance'],
      is_active: true,
    });
  });

  it('say beside the address what is wrong with it, the server’s word too', async () => {
    const detail = 'The address is in a private network. Use a public address.';
    setup.answer = serve(({ method }) =>
      method === 'POST'
        ? { status: 400, body: { detail, code: 'invalid', errors: { url: [detail] } } }
        : undefined,
    );
    open('/settings/webhooks/create');
    const user = userEvent.setup();
    const address = await screen.findByRole('textbox', { name: 'URL' });
    await user.type(address, 'shop.example');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText('Enter an address such as https://example.com/webhook.')).toBeTruthy();
    await user.clear(address);
    await user.type(address, 'https://10.0.0.1/');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByText(detail)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(address));
  });

  it('are tested in place, and the log says why a delivery failed and sends it again', async () => {
    setup.answer = serve(({ method, url }) => {
      if (url.endsWith('/test/')) {
        const tested = { ok: true, http_status: 200, error: null, duration: 38, answer: 'Namaste' };
        return { body: { data: tested } };
      }
      return method === 'POST' ? { body: { data: { ...delivery, status: 'pending' } } } : undefined;
    });
    open(`/settings/webhooks/${hook.uuid}/show`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Send a test' }));
    const notice = await screen.findByText('Test delivered');
    expect(notice.closest('[role="status"]')?.textContent).toContain(
      'The server responded with 200. Response time: 38 ms.',
    );
    expect(screen.getByText('Namaste')).toBeTruthy();
    const log = await screen.findByRole('region', { name: 'Deliveries' });
    const row = await within(log).findByRole('row', { name: /480\sevents/ });
    expect(row.textContent).toContain('The server responded with 500. Only 200 to 299 counts as delivered.');
    expect(within(log).getByRole('link', { name: 'All deliveries' }).getAttribute('href')).toContain(
      hook.uuid,
    );
    await user.click(within(row).getByRole('button', { name: 'Retry now' }));
    await waitFor(() =>
      expect(posts().map(({ url }) => url)).toEqual([
        `${webhook.path}${hook.uuid}/test/`,
        `${webhookDelivery.path}${delivery.uuid}/retry/`,
      ]),
    );
  });

  it('get a new secret after asking, shown once', async () => {
    setup.answer = serve(({ method }) =>
      method === 'POST' ? { body: { data: { ...hook, secret: 'whsec_new=' } } } : undefined,
    );
    open(`/settings/webhooks/${hook.uuid}/show`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'New secret' }));
    await user.click(await screen.findByRole('button', { name: 'Create new secret' }));
    expect(await screen.findByText('whsec_new=')).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'I have saved the secret' }));
    await waitFor(() => expect(screen.queryByText('whsec_new=')).toBeNull());
  });

  it('get one new secret, however often the answer is lost', async () => {
    let lost = 2;
    setup.answer = serve(({ method }) => {
      if (method !== 'POST') return undefined;
      return lost-- > 0
        ? { status: 503, body: { detail: 'No answer came.', code: 'unavailable' } }
        : { body: { data: { ...hook, secret: 'whsec_new=' } } };
    });
    open(`/settings/webhooks/${hook.uuid}/show`);
    const user = userEvent.setup();
    const replace = async (times: number) => {
      await user.click(await screen.findByRole('button', { name: 'New secret' }));
      await user.click(await screen.findByRole('button', { name: 'Create new secret' }));
      await waitFor(() => expect(posts()).toHaveLength(times));
      await waitFor(() => expect(screen.queryByRole('button', { name: 'Create new secret' })).toBeNull());
    };
    for (const times of [1, 2]) await replace(times);
    // The page is left, and opened again.
    cleanup();
    open(`/settings/webhooks/${hook.uuid}/show`);
    await replace(3);
    await user.click(await screen.findByRole('button', { name: 'I have saved the secret' }));
    await waitFor(() => expect(screen.queryByText('whsec_new=')).toBeNull());
    await replace(4);
    const keys = setup.api.seen.flatMap(({ method, headers }) =>
      method === 'POST' ? [headers['idempotency-key']] : [],
    );
    expect(keys[0]).toBeTruthy();
    expect(keys.slice(1, 3)).toEqual([keys[0], keys[0]]);
    expect(keys[3]).not.toBe(keys[0]);
  });

  it.each([
    [{ failing_since: '2026-03-04T20:00:00Z' }, /^The latest requests failed/],
    [{ is_active: false, switched_off_at: '2026-03-04T20:00:00Z' }, /^The webhook failed for five days/],
  ])('that are in trouble say so: %j', async (change, text) => {
    setup.answer = serve(({ url }) =>
      url === `${webhook.path}${hook.uuid}/` ? { body: { data: { ...hook, ...change } } } : undefined,
    );
    open(`/settings/webhooks/${hook.uuid}/show`);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
