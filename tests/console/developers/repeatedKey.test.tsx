import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import type { ApiKey } from '#schema/apiKey.ts';
import type { Answer } from '../support/api.ts';
import { pageOf, uuid } from '../support/messagingConsole.tsx';
import { setUpDevelopers, times } from './developersSetup.tsx';

const setup = setUpDevelopers();

const key: ApiKey = {
  ...{ uuid: uuid(1), name: 'Online shop', prefix: 'bsk_AbCdEf', made_by: 'Sita Sharma', ...times },
  ...{ pairs: [['campaign-list', 'get']], addresses: [], is_active: true, expires_at: null },
  ...{ last_used_at: null, last_used_ip: null, revoked_at: null },
};
const SECRET = `bsk_${'x'.repeat(43)}`;
const created: Answer = { status: 201, body: { data: { ...key, secret: SECRET } } };
const lost: Answer = { status: 503, body: { detail: 'No answer', code: 'unavailable' } };
const already = (data: ApiKey): Answer => ({
  ...{ status: 409, body: { detail: 'In the words of the server', code: 'already_created', data } },
});

/** Fills in the form, which `press` then sends; `answers` are the first of its requests, and the first revocation fails. */
async function fill(...answers: Answer[]) {
  const revocations = [lost];
  setup.answer = ({ method, url }) => {
    if (url.endsWith('/revoke/'))
      return revocations.shift() ?? { body: { data: { ...key, is_active: false } } };
    return method === 'POST' ? (answers.shift() ?? created) : { body: pageOf() };
  };
  setup.open('/settings/api-keys/create');
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'Name' }), 'Online shop');
  await user.type(screen.getByLabelText('Password'), 'my-password');
  const press = async () => user.click(await screen.findByRole('button', { name: 'Create key' }));
  return { user, press };
}
const keys = () =>
  setup.api.seen
    .filter(({ method, url }) => method === 'POST' && url === '/v1/autho/api-keys/')
    .map(({ headers }) => headers['idempotency-key']);

it('a key whose answer was lost is not created twice: it can be revoked and created again', async () => {
  const { user, press } = await fill(lost, already(key));
  await press();
  await waitFor(() => expect(keys()).toHaveLength(1));
  // Another code or password is the same key.
  await user.type(screen.getByLabelText('Password'), 'x');
  await press();
  const alert = await screen.findByText('This key was already created');
  const card = alert.closest('[role="alert"]') as HTMLElement;
  expect(card.textContent).toContain('“Online shop”, which starts with bsk_AbCdEf');
  expect(screen.queryByText('In the words of the server')).toBeNull();
  const revoke = async () => {
    await user.click(within(card).getByRole('button', { name: 'Revoke' }));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Revoke' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  };
  await revoke();
  expect(screen.getByText('This key was already created')).toBeTruthy();
  await revoke();
  await waitFor(() => expect(screen.queryByText('This key was already created')).toBeNull());
  expect(setup.posts().at(-1)?.url).toBe(`/v1/autho/api-keys/${key.uuid}/revoke/`);
  await press();
  expect(await screen.findByText(SECRET)).toBeTruthy();
  const [first, second, third] = keys();
  expect(first).toMatch(/./);
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

it('a key that was revoked after its answer was lost is created anew at once', async () => {
  const { press } = await fill(lost, already({ ...key, is_active: false }));
  await press();
  await waitFor(() => expect(keys()).toHaveLength(1));
  await press();
  expect(await screen.findByText(SECRET)).toBeTruthy();
  expect(keys()).toHaveLength(3);
  expect(new Set(keys()).size).toBe(2);
});
