import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import type { ResourceProps } from 'ra-core';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type ApiKey, apiKey } from '#schema/apiKey.ts';
import { grantable } from '#schema/keyPairs.ts';
import { roles } from '#schema/permissions.ts';
import { type Webhook, type WebhookDelivery, webhook, webhookDelivery } from '#schema/webhook.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { createI18nProvider } from '../../../src/i18n/i18nProvider.ts';
import { ApiKeyCreate } from '../../../src/resources/developers/apiKeys/ApiKeyCreate.tsx';
import { ApiKeyEdit } from '../../../src/resources/developers/apiKeys/ApiKeyEdit.tsx';
import { ApiKeyList } from '../../../src/resources/developers/apiKeys/ApiKeyList.tsx';
import { ApiKeyShow } from '../../../src/resources/developers/apiKeys/ApiKeyShow.tsx';
import { keySamples } from '../../../src/resources/developers/apiKeys/samples.ts';
import { CodeTabs } from '../../../src/resources/developers/CodeTabs.tsx';
import { DocsLinks } from '../../../src/resources/developers/DocsLinks.tsx';
import { WebhookCreate } from '../../../src/resources/developers/webhooks/WebhookCreate.tsx';
import { WebhookList } from '../../../src/resources/developers/webhooks/WebhookList.tsx';
import { WebhookShow } from '../../../src/resources/developers/webhooks/WebhookShow.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

const times = { created_at: '2026-03-04T20:00:00Z', updated_at: '2026-03-04T20:00:00Z' };
const key: ApiKey = {
  ...{ uuid: uuid(1), name: 'Online shop', prefix: 'bsk_AbCdEf', made_by: 'Sita Sharma', ...times },
  pairs: [
    ['bulk-sms', 'post'],
    ['campaign-list', 'get'],
  ],
  ...{ addresses: ['203.0.113.0/24'], is_active: true, expires_at: null, last_used_at: null },
  ...{ last_used_ip: null, revoked_at: null },
};
const hook: Webhook = {
  ...{ uuid: uuid(2), url: 'https://shop.example/hook', events: ['message.delivered'], ...times },
  ...{ is_active: true, failing_since: null, switched_off_at: null },
};
const delivery: WebhookDelivery = {
  ...{ uuid: uuid(3), webhook: hook.uuid, kind: 'events', status: 'failed', event_count: 480, attempts: 9 },
  ...{ http_status: 500, duration: 120, attempted_at: null, next_attempt_at: null, ...times },
  error: 'The server responded with 500. Only 200 to 299 counts as delivered.',
};
const SECRET = `bsk_${'x'.repeat(43)}`;

const resources: ResourceProps[] = [
  {
    ...{ name: apiKey.name, list: <ApiKeyList />, show: <ApiKeyShow /> },
    ...{ create: <ApiKeyCreate />, edit: <ApiKeyEdit /> },
  },
  {
    name: webhook.name,
    list: <WebhookList />,
    show: <WebhookShow />,
    create: <WebhookCreate />,
    edit: <p />,
  },
  { name: webhookDelivery.name, list: <p>deliveries</p> },
];

let answer: (asked: Asked) => Answer;
let api: Awaited<ReturnType<typeof startApi>>;
const open = (address: string) => renderConsole(resources, address, api.base);
const posts = () => api.asked.filter(({ method }) => method === 'POST');

beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en', calendar: 'ad' });
  signInCustomer();
  api = await startApi((asked) => answer(asked));
  pointTo(api.base);
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await api.close();
});

describe('API keys', () => {
  it('says what they are for while there is none', async () => {
    answer = () => ({ body: pageOf() });
    open('/settings/api-keys');
    expect(await screen.findByText('No API keys yet')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Add API key' })).toHaveLength(2);
  });

  it('are made with what is chosen in words, and show the secret once with a command', async () => {
    answer = ({ method, url }) => {
      if (method === 'POST') return { status: 201, body: { data: { ...key, secret: SECRET } } };
      if (url.startsWith('/v1/sms/identities/')) return { body: pageOf({ uuid: uuid(7), name: 'SHOP' }) };
      return { body: pageOf(key) };
    };
    open('/settings/api-keys/create');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Online shop');
    const sends = screen.getByRole('checkbox', { name: /^Send messages \(spends money\)/ });
    expect((sends as HTMLInputElement).checked).toBe(true);
    await user.click(screen.getByRole('checkbox', { name: 'Read delivery results' }));
    await user.click(screen.getByRole('checkbox', { name: 'Read contacts and groups' }));
    await user.type(
      screen.getByRole('textbox', { name: /^Allowed IP addresses/ }),
      '203.0.113.7, 2001:db8::/32',
    );
    await user.type(screen.getByLabelText('Password'), 'my-password');
    expect(JSON.stringify(sessionStorage)).not.toContain('my-password');
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText(SECRET)).toBeTruthy();
    expect(posts()[0]?.body).toEqual({
      name: 'Online shop',
      password: 'my-password',
      pairs: [
        ['bulk-sms', 'post'],
        ['campaign-list', 'get'],
        ['contact-list', 'get'],
      ],
      addresses: ['203.0.113.7', '2001:db8::/32'],
      expires_at: null,
    });
    const command = await screen.findByText(/Namaste!/);
    expect(command.textContent).toContain(`Authorization: Token ${SECRET}`);
    expect(command.textContent).toContain(`"sender":"${uuid(7)}"`);
    expect(command.textContent).toContain('/v1/sms/compose/plan/');
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(screen.getByRole('button', { name: 'Copy: Secret' }));
    expect(write).toHaveBeenCalledWith(SECRET);
    await user.click(screen.getByRole('link', { name: 'I have saved the secret' }));
    expect(await screen.findByRole('link', { name: 'Online shop' })).toBeTruthy();
    expect(screen.queryByText(SECRET)).toBeNull();
  });

  it('come with sample code in tabs for the keyboard, to copy, and links into the reference', async () => {
    const samples = keySamples(SECRET, [['bulk-sms', 'post']], uuid(7));
    renderPage(
      '/',
      <>
        <CodeTabs label="Sample code" samples={samples} />
        <DocsLinks />
      </>,
    );
    const user = userEvent.setup();
    const write = vi.spyOn(navigator.clipboard, 'writeText');
    await user.click(await screen.findByRole('tab', { name: 'curl' }));
    await user.keyboard('{ArrowRight}');
    expect(screen.getByRole('tab', { name: 'Node', selected: true })).toBe(document.activeElement);
    expect(screen.getByRole('tabpanel', { name: 'Node' }).textContent).toContain('await fetch(');
    await user.click(screen.getByRole('button', { name: 'Copy: Node' }));
    expect(write).toHaveBeenLastCalledWith(samples[1]?.text);
    expect(screen.getByRole('link', { name: 'Send messages' }).getAttribute('href')).toBe(
      `${api.base}/docs/#/sms/post_v1_sms_compose_`,
    );
  });

  it('say beside the field that the password is not right, or that a code is needed, and keep the rest', async () => {
    let errors: object = { password: ['The password is not correct.'] };
    answer = ({ method }) => {
      if (method !== 'POST') return { body: pageOf() };
      return { status: 400, body: { detail: 'x', code: 'invalid', errors } };
    };
    open('/settings/api-keys/create');
    const user = userEvent.setup();
    await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Online shop');
    await user.type(screen.getByLabelText('Password'), 'wrong');
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText('The password is not correct.')).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
    await user.type(screen.getByLabelText('Password'), 'x');
    expect(screen.queryByText('The password is not correct.')).toBeNull();
    errors = { code: ['Required'] };
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    await user.type(await screen.findByLabelText('App code or recovery code'), '123456');
    expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Online shop');
  });

  it('ask for a name and something to do, and take no address that is none', async () => {
    answer = () => ({ body: pageOf() });
    open('/settings/api-keys/create');
    const user = userEvent.setup();
    for (const name of [/^Send messages/, 'Read campaigns', 'Read delivery results'])
      await user.click(await screen.findByRole('checkbox', { name }));
    await user.type(screen.getByRole('textbox', { name: /^Allowed IP addresses/ }), 'example.com');
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    expect(await screen.findByText('Choose at least one permission.')).toBeTruthy();
    expect(screen.getByText(/^Enter addresses such as 203/)).toBeTruthy();
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('textbox', { name: 'Name' })));
    expect(posts()).toEqual([]);
  });

  it('are revoked after asking, and offer nothing more then', async () => {
    let current = key;
    answer = ({ method }) => {
      if (method === 'POST') current = { ...key, is_active: false, revoked_at: '2026-03-05T00:00:00Z' };
      return { body: { data: current } };
    };
    open(`/settings/api-keys/${key.uuid}/show`);
    const user = userEvent.setup();
    expect(await screen.findByText('203.0.113.0/24')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Edit' })).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Revoke' }));
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('This cannot be undone.');
    await user.click(within(dialog).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.getAllByText('Revoked').length).toBeGreaterThan(1));
    expect(posts().map(({ url }) => url)).toEqual([`/v1/autho/api-keys/${key.uuid}/revoke/`]);
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Revoke' })).toBeNull());
    expect(screen.queryByRole('link', { name: 'Edit' })).toBeNull();
  });

  it('are read-only for users who may only read', async () => {
    signInCustomer((name, verb) => name === 'api-key-list' && verb === 'post');
    answer = () => ({ body: pageOf(key) });
    open('/settings/api-keys');
    await screen.findByRole('link', { name: 'Online shop' });
    expect(screen.queryByRole('link', { name: /Add/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Revoke/ })).toBeNull();
  });

  it.each(['en', 'ne'] as const)('have words for all that a key may do (%s)', (language) => {
    preferences.set({ language });
    const { translate } = createI18nProvider(language);
    const missing = grantable(roles.customer, 'customer').filter(
      ([name, verb]) => translate(`apiKey.may.${name}.${verb}`, { _: '' }) === '',
    );
    expect(missing).toEqual([]);
  });
});

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
    answer = serve(({ method }) =>
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
    answer = serve(({ method }) =>
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
    answer = serve(({ method, url }) => {
      if (url.endsWith('/test/')) {
        const tested = { ok: true, http_status: 200, error: null, duration: 38, answer: 'Namaste' };
        return { body: { data: tested } };
      }
      return method === 'POST' ? { body: { data: { ...delivery, status: 'pending' } } } : undefined;
    });
    open(`/settings/webhooks/${hook.uuid}/show`);
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Send a test' }));
    const said = await screen.findByText('Test delivered');
    expect(said.closest('[role="status"]')?.textContent).toContain(
      'The server responded with 200. Response time: 38 ms.',
    );
    expect(screen.getByText('Namaste')).toBeTruthy();
    const log = await screen.findByRole('region', { name: 'Deliveries' });
    const row = await within(log).findByRole('row', { name: /480 events/ });
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
    answer = serve(({ method }) =>
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

  it.each([
    [{ failing_since: '2026-03-04T20:00:00Z' }, /^The latest requests failed/],
    [{ is_active: false, switched_off_at: '2026-03-04T20:00:00Z' }, /^The webhook failed for five days/],
  ])('that are in trouble say so: %j', async (change, text) => {
    answer = serve(({ url }) =>
      url === `${webhook.path}${hook.uuid}/` ? { body: { data: { ...hook, ...change } } } : undefined,
    );
    open(`/settings/webhooks/${hook.uuid}/show`);
    expect(await screen.findByText(text)).toBeTruthy();
  });
});
