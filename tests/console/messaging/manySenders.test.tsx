import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, it } from 'vitest';
import { drafts } from '../../../src/core/drafts.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { aSender, uuid } from '../support/messagingConsole.tsx';
import { asked, check, field, open, setUpCompose } from './composeSetup.tsx';

const setup = setUpCompose();
const MANY = 201;
const nameOf = (n: number) => `SHOP${String(n).padStart(3, '0')}`;

beforeEach(() => {
  setUser({ ...(getUser() as User), offers: ['search'] });
  setup.senders = [
    ...Array.from({ length: MANY }, (_, n) => aSender(n + 1, nameOf(n + 1))),
    aSender(MANY + 1, 'ZOO1', 'suspended'),
    aSender(MANY + 2, 'ZOO2'),
  ];
});

it('an account with more sender IDs than a list shows searches all that may be used', async () => {
  open();
  await userEvent.type(await field('Sender ID'), 'zoo');
  const option = await screen.findByRole('option', { name: 'ZOO2' });
  await waitFor(() => expect(screen.getAllByRole('option')).toHaveLength(1));
  await userEvent.click(option);
  await check();
  expect(setup.plans().map(asked)).toMatchObject([{ sender: uuid(MANY + 2) }]);
});

it('a copied campaign finds its own among them', async () => {
  drafts.keep('compose', { name: 'Dues', sender: '', senderName: 'ZOO2', body: 'Please pay' });
  open();
  await waitFor(async () => expect((await field('Sender ID')).value).toBe('ZOO2'));
});
