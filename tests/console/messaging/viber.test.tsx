import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aPlan, aSender, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

let server: JsonServer;
/** What the server says about Viber. */
let sending: unknown;
let senders: unknown[];
let plan: Plan;

const viberPlan = (): Plan =>
  aPlan({
    cost: 48_000,
    viber: {
      ...{ identity: 'Himal Offers', fallback_minutes: 15 },
      ...{ viber_amount: 30_000, sms_amount: 48_000, sms_parts: 4 },
    },
    operators: [
      {
        ...{ operator: 'ntc', messages: 2, parts: 2, package_parts: 0, closed: false },
        ...{ price: 15_000, sms_price: 12_000, amount: 48_000 },
      },
    ],
  });

beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en', calendar: 'ad' });
  signInCustomer();
  senders = [aSender(1, 'DEMO')];
  sending = {
    data: { identities: [{ uuid: uuid(9), name: 'Himal Offers' }], prices: [], destination: 'operator' },
  };
  plan = viberPlan();
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ url, method }, response) => {
    const answer = () => {
      if (url.startsWith('/v1/sms/identities/')) return pageOf(...senders);
      if (url.startsWith('/v1/viber/sending/')) return sending;
      return method === 'POST' ? { data: plan } : pageOf();
    };
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer()));
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

const planned = () =>
  server.seen
    .filter(({ method }) => method === 'POST')
    .map(({ body }) => JSON.parse(body) as Record<string, unknown>);
const set = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const open = () => renderPage('/sms/bulk-sms', <ComposePage />);
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const write = async (body = 'Please pay') => {
  await set('Campaign name', 'Dues');
  await set('Text', body);
  await set('Phone numbers', '9841000001');
};
const chooseViber = async () => userEvent.click(await screen.findByRole('radio', { name: 'Viber' }));

describe('composing over Viber', () => {
  it('is offered to accounts with an approved identity, and the request has identity and fallback', async () => {
    open();
    await chooseViber();
    await write();
    await press('Check recipients and cost');
    await screen.findByRole('heading', { name: 'Check before sending' });
    expect(planned()[0]).toMatchObject({
      ...{ channel: 'viber', viber_identity: uuid(9), fallback_minutes: 15, sender: uuid(1) },
    });
    // What is held at most, and what each channel costs.
    const figure = (name: string) => document.querySelector(`[data-figure="${name}"]`)?.textContent;
    expect(figure('cost')).toMatch(/^Held, at most.*480\.00/);
    expect(figure('viber')).toMatch(/^If Viber delivers all.*300\.00/);
    expect(figure('sms')).toMatch(/^If all are sent as SMS.*480\.00SMS after 15 minutes/);
    const table = screen.getByRole('table');
    expect(
      within(table)
        .getAllByRole('columnheader')
        .map(({ textContent }) => textContent),
    ).toEqual([...['Operator', 'Messages', 'Per Viber message', 'Per SMS part', 'Held, at most']]);
  });

  it('without fallback needs no sender ID, and counts characters instead of parts', async () => {
    senders = [];
    open();
    await chooseViber();
    await set('If Viber does not deliver, send an SMS', 'none');
    await write('न'.repeat(300));
    expect(await screen.findByText('300 of 1,000 characters')).toBeTruthy();
    expect(screen.queryByText(/parts$/)).toBeNull();
    await press('Check recipients and cost');
    await waitFor(() => expect(planned()).toHaveLength(1));
    expect(planned()[0]).toMatchObject({ channel: 'viber', fallback_minutes: null, sender: null });
  });

  it('refuses other minutes than whole ones of up to a day, and a text that is too long', async () => {
    open();
    await chooseViber();
    await write('a'.repeat(1001));
    await set('If Viber does not deliver, send an SMS', 'other');
    await set('Minutes', '1441');
    await press('Check recipients and cost');
    const summary = (await screen.findByText('There is a problem')).parentElement?.parentElement;
    expect(
      within(summary as HTMLElement)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Enter whole minutes, up to a day (1,440), or choose No SMS.', expect.any(String)]);
    expect(planned()).toEqual([]);
  });

  it('is not offered without an approved identity, by servers that say nothing of it, and is not asked for', async () => {
    sending = { data: { identities: [] } };
    const first = open();
    await screen.findByLabelText('Sender ID');
    await waitFor(() =>
      expect(server.seen.some(({ url }) => url.startsWith('/v1/viber/sending/'))).toBe(true),
    );
    expect(screen.queryByRole('radio', { name: 'Viber' })).toBeNull();
    await write();
    await press('Check recipients and cost');
    await screen.findByRole('heading', { name: 'Check before sending' });
    expect(planned()[0]).not.toHaveProperty('channel');
    first.unmount();

    sessionStorage.clear();
    pointTo(server.base, ['plans']);
    server.seen.length = 0;
    open();
    await screen.findByLabelText('Sender ID');
    await write();
    expect(server.seen.filter(({ url }) => url.includes('viber'))).toEqual([]);
    expect(screen.queryByRole('radio', { name: 'Viber' })).toBeNull();
  });

  it('a draft whose identity is gone has another one, or is an SMS without any', async () => {
    const first = open();
    await chooseViber();
    await write();
    first.unmount();
    const another = { data: { identities: [{ uuid: uuid(10), name: 'Himal News' }], prices: [] } };
    sending = another;
    const second = open();
    const identity = await screen.findByLabelText<HTMLSelectElement>('Viber identity');
    await waitFor(() => expect(identity.value).toBe(uuid(10)));
    await press('Check recipients and cost');
    await waitFor(() => expect(planned()).toMatchObject([{ channel: 'viber', viber_identity: uuid(10) }]));
    second.unmount();
    sending = { data: { identities: [] } };
    open();
    await press('Check recipients and cost');
    await waitFor(() => expect(planned()).toHaveLength(2));
    expect(planned()[1]).not.toHaveProperty('channel');
  });
});
