import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { features } from '#schema/features.ts';
import { pointTo } from '../support/jsonServer.ts';
import { ADDRESS, setUpOperatorLinks } from './operatorLinksSetup.tsx';

const setup = setUpOperatorLinks();
const { open, sent } = setup;
const channel = () => screen.queryByLabelText<HTMLSelectElement>(/^Channel/);
const choose = async (name: RegExp) => userEvent.click(await screen.findByRole('radio', { name }));

describe('the channel of an operator link', () => {
  test('is asked of an HTTP link only, and goes along; an SMPP link is of SMS', async () => {
    open(`${ADDRESS}/create`);
    await screen.findByLabelText('Host');
    expect(channel()).toBeNull();
    await choose(/^HTTP/);
    await waitFor(() => expect(channel()).toBeTruthy());
    await userEvent.selectOptions(channel() as HTMLSelectElement, 'viber');
    await choose(/^SMPP/);
    await waitFor(() => expect(channel()).toBeNull());
    await userEvent.type(screen.getByLabelText('Name'), 'ntc');
    await userEvent.type(screen.getByLabelText('Host'), 'smsc.example');
    await userEvent.type(screen.getByLabelText('System ID'), 'provider');
    await userEvent.type(screen.getByLabelText('Password'), 's3cret');
    await userEvent.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('POST')).toHaveLength(1));
    expect(JSON.parse(sent('POST')[0]?.body ?? '')).toMatchObject({ kind: 'smpp', channel: 'sms' });
  });

  test('is SMS unless chosen otherwise: it cannot be left empty, and is not called optional', async () => {
    open(`${ADDRESS}/create`);
    await choose(/^HTTP/);
    const input = await screen.findByLabelText<HTMLSelectElement>('Channel');
    expect([input.value, ...[...input.options].map(({ value }) => value)]).toEqual(['sms', 'sms', 'viber']);
  });

  test('is neither asked nor sent where the server does not know it', async () => {
    pointTo(
      setup.server.base,
      Object.keys(features).filter((name) => name !== 'viber'),
    );
    open(`${ADDRESS}/create`);
    await choose(/^HTTP/);
    await waitFor(() => expect(screen.queryByLabelText('Host')).toBeNull());
    expect(channel()).toBeNull();
    pointTo(setup.server.base);
  });
});
