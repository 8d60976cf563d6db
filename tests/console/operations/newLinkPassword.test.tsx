import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { aLink } from '../support/linksData.ts';
import { ADDRESS, setUpOperatorLinks } from './operatorLinksSetup.tsx';

const { open, sent } = setUpOperatorLinks();
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const password = () => screen.getByLabelText<HTMLInputElement>('Password');

it.each(['Save', 'Test connection'])('marks the missing password of a new SMPP link: %s', async (button) => {
  open(`${ADDRESS}/create`);
  await userEvent.type(await screen.findByLabelText('Name'), 'ntc-main');
  await userEvent.type(screen.getByLabelText('Host'), 'smsc.ntc.example');
  await userEvent.type(screen.getByLabelText('System ID'), 'provider');
  await press(button);
  await waitFor(() => expect(password().getAttribute('aria-invalid')).toBe('true'));
  expect(screen.getByText('Required')).toBeTruthy();
  expect(sent('POST')).toHaveLength(0);
});

it('a link that has one needs it no more, nor does an HTTP link', async () => {
  open(`${ADDRESS}/${aLink().uuid}`);
  await screen.findByLabelText('Host');
  await press('Save');
  await waitFor(() => expect(sent('PUT')).toHaveLength(1));
  cleanup();
  open(`${ADDRESS}/create`);
  await userEvent.click(await screen.findByRole('radio', { name: /^HTTP/ }));
  await userEvent.type(screen.getByLabelText('Name'), 'other');
  await userEvent.type(screen.getByLabelText('Address'), 'https://sms.example');
  await press('Save');
  await waitFor(() => expect(sent('POST')).toHaveLength(1));
});
