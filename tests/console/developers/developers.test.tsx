import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it, vi } from 'vitest';
import type { ApiKey } from '#schema/apiKey.ts';
import { grantable } from '#schema/keyPairs.ts';
import { roles } from '#schema/permissions.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { createI18nProvider } from '../../../src/i18n/i18nProvider.ts';
import { keySamples } from '../../../src/resources/developers/apiKeys/samples.ts';
import { CodeTabs } from '../../../src/resources/developers/CodeTabs.tsx';
import { DocsLinks } from '../../../src/resources/developers/DocsLinks.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';
import { setUpDevelopers, times } from './developersSetup.tsx';

const setup = setUpDevelopers();
const { open, posts } = setup;

const key: ApiKey = {
  ...{ uuid: uuid(1), name: 'Online shop', prefix: 'bsk_AbCdEf', made_by: 'Sita Sharma', ...times },
  pairs: [
    ['bulk-sms', 'post'],
    ['campaign-list', 'get'],
  ],
  ...{ addresses: ['203.0.113.0/24'], is_active: true, expires_at: null, last_used_at: null },
  ...{ last_used_ip: null, revoked_at: null },
};
const SECRET = `bsk_${'x'.repeat(43)}`;

describe('API keys', () => {
  it('explain what they are for while there are none', async () => {
    setup.answer = () => ({ body: pageOf() });
    open('/settings/api-keys');
    expect(await screen.findByText('No API keys yet')).toBeTruthy();
    expect(screen.getAllByRole('link', { name: 'Add API key' })).toHaveLength(2);
  });

  it('are made with what is chosen in words, and show the secret once with a command', async () => {
    setup.answer = ({ method, url }) => {
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

  it('show sample code in tabs that work by keyboard, with copy buttons and links to the reference', async () => {
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
      `${setup.api.base}/docs/#/sms/post_v1_sms_compose_`,
    );
  });

  it('say beside the field that the password is not right, or that a code is needed, and keep the rest', async () => {
    let errors: object = { password: ['The password is not correct.'] };
    setup.answer = ({ method }) => {
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
    await user.click(screen.getByRole('button', { name: 'Create key' }));
    await waitFor(() => expect(posts()).toHaveLength(3));
    expect(posts()[2]?.body).toMatchObject({ name: 'Online shop', code: '123456' });
    expect(await screen.findByRole('button', { name: 'Create key' })).toBeTruthy();
    expect((screen.getByRole('textbox', { name: 'Name' }) as HTMLInputElement).value).toBe('Online shop');
  });

  it('require a name and a permission, and refuse invalid IP addresses', async () => {
    setup.answer = () => ({ body: pageOf() });
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
    setup.answer = ({ method }) => {
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
    setup.answer = () => ({ body: pageOf(key) });
    open('/settings/api-keys');
    await screen.findByRole('link', { name: 'Online shop' });
    expect(screen.queryByRole('link', { name: /Add/ })).toBeNull();
    expect(screen.queryByRole('button', { name: /Revoke/ })).toBeNull();
  });

  it.each(['en', 'ne'] as const)('name every permission that a key can have (%s)', (language) => {
    preferences.set({ language });
    const { translate } = createI18nProvider(language);
    const missing = grantable(roles.customer, 'customer').filter(
      ([name, verb]) => translate(`apiKey.may.${name}.${verb}`, { _: '' }) === '',
    );
    expect(missing).toEqual([]);
  });
});
