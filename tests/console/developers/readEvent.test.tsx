import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { features } from '#schema/features.ts';
import { webhookEvents } from '#schema/webhook.ts';
import { pointTo } from '../support/jsonServer.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { setUpDevelopers, times } from './developersSetup.tsx';

const setup = setUpDevelopers();
const { open, posts } = setup;
const url = 'https://shop.example/hook';
const NAME = 'Viber message read';

test('reads of Viber messages are sent to those who ask for them', async () => {
  const made = { uuid: uuid(2), url, events: [], is_active: true, secret: 'whsec_abc=', ...times };
  setup.answer = ({ method }) => ({ status: method === 'POST' ? 201 : 200, body: { data: made } });
  open('/settings/webhooks/create');
  const user = userEvent.setup();
  await user.type(await screen.findByRole('textbox', { name: 'URL' }), url);
  const read = screen.getByRole<HTMLInputElement>('checkbox', { name: NAME });
  expect(read.checked).toBe(false);
  await user.click(read);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('whsec_abc=');
  expect(posts()[0]?.body).toMatchObject({ events: [...webhookEvents] });
});

test('a server that does not send over Viber is not asked for them', async () => {
  pointTo(
    setup.api.base,
    Object.keys(features).filter((name) => name !== 'viber'),
  );
  open('/settings/webhooks/create');
  await screen.findByRole('checkbox', { name: 'Message delivered' });
  expect(screen.queryByRole('checkbox', { name: NAME })).toBeNull();
});
