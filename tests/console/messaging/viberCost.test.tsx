import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, aSender, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

let server: JsonServer;
let viberPrices: unknown;
let destination: string;
const config = {
  ...{ parts_max: 10, validity_hours: 24, quiet_hours: null, destination: 'operator' },
  prices: [
    { operator: 'ntc', price: 120 },
    { operator: 'ncell', price: 130 },
  ],
  ranges: [
    { prefix: '+977984', operator: 'ntc', closed: false },
    { prefix: '+977980', operator: 'ncell', closed: false },
  ],
};

beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en', calendar: 'ad' });
  signInCustomer();
  viberPrices = [
    { operator: 'ntc', price: 150 },
    { operator: 'ncell', price: 160 },
  ];
  destination = 'operator';
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url, method }, response) => {
    const answer = () => {
      if (url.startsWith('/v1/sms/identities/')) return pageOf(aSender(1, 'DEMO'));
      if (url.startsWith('/v1/sms/configs/')) return { data: config };
      if (url.startsWith('/v1/viber/sending/'))
        return { data: { identities: [{ uuid: uuid(9), name: 'Himal' }], prices: viberPrices, destination } };
      return method === 'POST' ? { data: aCampaign() } : pageOf();
    };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer()));
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

const set = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const words = (element: Element | null | undefined) =>
  element?.textContent?.replace(/\u00a0/g, ' ').replace(/ +/g, ' ');
const estimate = () => words(document.querySelector('.compose-aside .compose-estimate'));
async function write(body: string, numbers: string) {
  renderPage('/sms/bulk-sms', <ComposePage />);
  await userEvent.click(await screen.findByRole('radio', { name: 'Viber' }));
  await set('Text', body);
  await set('Phone numbers', numbers);
}
/** Two parts as an SMS, one Viber message. */
const LONG = 'x'.repeat(161);

describe('what a message over Viber costs while it is written', () => {
  it('is a Viber message for each recipient, and what it is if all are sent as SMS', async () => {
    await write(LONG, '9841000001\n9841000002');
    await waitFor(() =>
      expect(estimate()).toBe(
        'About Rs. 3.00 over Viber: 2 recipients × Rs. 1.50. If all are sent as SMS of 2 parts: about Rs. 4.80. Packages are not used.',
      ),
    );
    await set('Phone numbers', '9841000001\n9801000002');
    await waitFor(() =>
      expect(estimate()).toMatch(/^About Rs\. 3\.10 over Viber: 2 recipients, at each operator’s price\. If/),
    );
    await set('If Viber does not deliver, send an SMS', 'none');
    await waitFor(() => expect(estimate()).toMatch(/at each operator’s price\. Packages are not used\.$/));
  });

  it('is not said without a price for Viber, and nothing for the simulator', async () => {
    viberPrices = undefined;
    await write(LONG, '9841000001');
    await screen.findByRole('button', { name: 'Send a test' });
    expect(estimate()).toBe('');
    cleanup();
    sessionStorage.clear();
    destination = 'simulator';
    await write(LONG, '9841000001');
    await waitFor(() => expect(estimate()).toBe('Nothing is charged: messages go to the simulator.'));
  });
});

describe('a test message over Viber', () => {
  const sent = () =>
    server.seen
      .filter(({ url }) => url === '/v1/sms/compose/test/')
      .map(({ body }) => JSON.parse(body) as object);
  const dialog = () => screen.findByRole('dialog');

  it('goes over the channel of the campaign, says so and what it costs', async () => {
    await write(LONG, '9841000001');
    await press('Send a test');
    expect(words(await dialog())).toMatch(
      /It is sent over Viber, and as an SMS if Viber does not deliver it/,
    );
    await userEvent.type(await screen.findByLabelText('Mobile number'), '9841000009');
    const cost = () => words(document.querySelector('[role="dialog"] [role="status"]'));
    await waitFor(() =>
      expect(cost()).toMatch(/^About Rs\. 1\.50 over Viber: 1 recipient × Rs\. 1\.50\. If/),
    );
    expect(words(await dialog())).not.toMatch(/GSM/);
    await press('Send the test');
    await screen.findByText(/^The test to \+977 9841000009 was accepted/);
    expect(sent()).toEqual([
      {
        ...{ sender: uuid(1), channel: 'viber', viber_identity: uuid(9), fallback_minutes: 15 },
        ...{ body: LONG, phone: '9841000009', values: {} },
      },
    ]);
  });

  it('needs no sender ID without fallback, and waits for minutes that are right', async () => {
    await write('Hello', '9841000001');
    await set('If Viber does not deliver, send an SMS', 'other');
    await set('Minutes', '1441');
    await press('Send a test');
    expect(words(await dialog())).toMatch(/correct what is wrong under Send by/);
    const send = () => within(screen.getByRole('dialog')).getByRole('button', { name: 'Send the test' });
    expect(send().hasAttribute('disabled')).toBe(true);
    await press('Cancel');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    await set('If Viber does not deliver, send an SMS', 'none');
    await press('Send a test');
    expect(words(await dialog())).toMatch(/It is sent over Viber, like the campaign/);
    await userEvent.type(await screen.findByLabelText('Mobile number'), '9841000009');
    await press('Send the test');
    await screen.findByText(/was accepted/);
    expect(sent()).toMatchObject([{ sender: null, channel: 'viber', fallback_minutes: null }]);
  });
});
