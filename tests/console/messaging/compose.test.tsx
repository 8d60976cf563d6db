import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import type { SmsConfig } from '#schema/smsConfig.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, type Seen, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, aPlan, aSender, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

type Reply = { status?: number; body: unknown; delay?: number } | 'drop';

let server: JsonServer;
let plan: Plan;
let senders: unknown[];
let config: SmsConfig;
/** What the sending POST answers, one after another; the last one for ever. */
let replies: Reply[];

const asked = (seen: Seen) => JSON.parse(seen.body) as Record<string, unknown>;
const posted = (path: string) =>
  server.seen.filter(({ method, url }) => method === 'POST' && url === `/v1/sms/compose/${path}`);
const plans = () => posted('plan/');
const sends = () => posted('');

beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en', calendar: 'ad' });
  signInCustomer();
  plan = aPlan();
  senders = [aSender(1, 'DEMO')];
  config = {
    ...{ prices: [], parts_max: 10, validity_hours: 24, quiet_hours: null, destination: 'operator' },
    ranges: [{ prefix: '+977984', operator: 'ntc', closed: false }],
  };
  replies = [{ status: 201, body: { data: aCampaign() }, delay: 80 }];
  server = await startJsonServer();
  pointTo(server.base);
  server.handle((seen, response) => {
    const reply = ({ status = 200, body }: { status?: number; body: unknown }) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify(body));
    };
    if (seen.url.startsWith('/v1/sms/identities/')) return reply({ body: pageOf(...senders) });
    if (seen.url.startsWith('/v1/autho/user/profile/')) return reply({ status: 500, body: {} });
    if (seen.url.startsWith('/v1/sms/configs/')) return reply({ body: { data: config } });
    if (seen.url.includes(`/imports/${uuid(5)}/`)) return reply({ body: { data: anImport } });
    if (seen.method === 'GET' && seen.url === `/v1/sms/compose/${uuid(800)}/`)
      return reply({ body: { data: aCampaign(copied) } });
    if (seen.method !== 'POST') return reply({ body: pageOf() });
    if (seen.url.endsWith('/plan/')) return reply({ body: { data: plan } });
    const next = (replies.length > 1 ? replies.shift() : replies[0]) as Reply;
    if (next === 'drop') return response.destroy();
    setTimeout(() => reply(next), next.delay ?? 0);
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

/** The plan's button, with its count and cost. */
const SEND = /^Send 1,234 messages for Rs/;

const anImport = {
  ...{ uuid: uuid(5), file: uuid(6), file_name: 'a.xlsx', groups: [], status: 'completed', error: null },
  ...{ mapping: { phone: 'Mobile', name: 'Full name', sheet: 'Two' }, rows: 12, created: 7, updated: 2 },
  ...{ duplicates: 1, refused: 2, bytes: 1, bytes_read: 1, hidden_rows: 0, finished_at: null },
  ...{ created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' },
};
/** What is special of the campaign that is copied. */
let copied: Record<string, unknown> = {};

const open = () => renderPage('/sms/bulk-sms', <ComposePage />);
const field = (label: string) => screen.findByLabelText<HTMLInputElement>(label);
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

async function write() {
  await screen.findByLabelText('Sender ID');
  fireEvent.change(await field('Campaign name'), { target: { value: 'Dues' } });
  fireEvent.change(await field('Text'), { target: { value: 'Please pay' } });
  fireEvent.change(await field('Phone numbers'), { target: { value: '9841000001\n12' } });
}

async function check() {
  await write();
  await press('Check recipients and cost');
  await screen.findByRole('heading', { name: 'Check before sending' });
}

describe('a link to composing', () => {
  const follow = (search: string) => renderPage('/sms/bulk-sms', <ComposePage />, `/sms/bulk-sms?${search}`);

  it('of an import chooses exactly its contacts', async () => {
    follow(`import=${uuid(5)}`);
    expect(await screen.findByText('Total: 9 rows in the file.')).toBeTruthy();
    fireEvent.change(await field('Campaign name'), { target: { value: 'Dues' } });
    fireEvent.change(await field('Text'), { target: { value: 'Dear {{name}}' } });
    await press('Check recipients and cost');
    await waitFor(() => expect(plans()).toHaveLength(1));
    expect(plans().map(asked)[0]?.recipients).toEqual({
      file: { reference: uuid(6), phone: 'Mobile', columns: { name: 'Full name' }, sheet: 'Two' },
    });
  });

  it('of an import asks before it takes the place of other recipients, and leaves the text', async () => {
    const first = open();
    await write();
    first.unmount();
    follow(`import=${uuid(5)}`);
    await screen.findByRole('dialog', { name: 'Replace the recipients?' });
    expect((await field('Phone numbers')).value).toBe('9841000001\n12');
    await press('Replace');
    expect(await screen.findByText('Total: 9 rows in the file.')).toBeTruthy();
    expect((await field('Campaign name')).value).toBe('Dues');
  });

  it('of a campaign copies name, sender, text and a time to come, and asks before it replaces a draft', async () => {
    senders = [aSender(1, 'DEMO'), aSender(2, 'SHOP')];
    copied = {
      sender: 'SHOP',
      body: 'Hello again',
      status: 'cancelled',
      scheduled_at: '2033-04-14T03:45:00Z',
    };
    follow(`copy=${uuid(800)}`);
    await waitFor(async () => expect((await field('Text')).value).toBe('Hello again'));
    expect((await field('Campaign name')).value).toBe('Dues');
    await waitFor(async () => expect((await field('Sender ID')).value).toBe(uuid(2)));
    expect((await field('Time (24 hours)')).value).toBe('09:30');
    expect(screen.getByText('No recipients yet.')).toBeTruthy();
    fireEvent.change(await field('Text'), { target: { value: 'My own' } });
    cleanup();
    follow(`copy=${uuid(800)}`);
    await screen.findByRole('dialog', { name: 'Replace your draft?' });
    await press('Cancel');
    expect((await field('Text')).value).toBe('My own');
  });

  it('of what does not exist says so, and leaves the draft', async () => {
    follow(`import=${uuid(77)}`);
    expect(await field('Campaign name')).toBeTruthy();
    expect(screen.queryByRole('dialog')).toBeNull();
  });
});

describe('composing', () => {
  it('lists what is missing with a link to each field, without asking the server', async () => {
    open();
    await screen.findByLabelText('Sender ID');
    await press('Check recipients and cost');
    const summary = await screen.findByRole('alert');
    await waitFor(() => expect(document.activeElement).toBe(summary));
    const links = () => [...summary.querySelectorAll('a')];
    expect(links().map(({ textContent }) => textContent)).toEqual([
      'Enter a campaign name.',
      'Write a text.',
      'Add recipients: paste numbers, choose groups or upload a file.',
    ]);
    for (const [index, id] of ['compose-name', 'compose-body', 'compose-numbers'].entries()) {
      await userEvent.click(links()[index] as HTMLElement);
      await waitFor(() => expect(document.activeElement?.id).toBe(id));
    }
    // What is mended leaves the list, the rest stays in it and beside its field; the focus is not taken away.
    fireEvent.change(await field('Campaign name'), { target: { value: 'Dues' } });
    await waitFor(() => expect(links()).toHaveLength(2));
    expect(screen.getAllByText('Write a text.')).toHaveLength(2);
    expect(document.activeElement?.id).toBe('compose-numbers');
    expect([...plans(), ...sends()]).toHaveLength(0);
  });

  it('counts only the pasted numbers that can be used', async () => {
    open();
    await screen.findByLabelText('Sender ID');
    fireEvent.change(await field('Phone numbers'), { target: { value: '12\nabc' } });
    expect(screen.getByText('No recipients yet.')).toBeTruthy();
    fireEvent.change(await field('Phone numbers'), {
      target: { value: '9841000001\n12\n9841000001\n9841000002' },
    });
    expect(screen.getByText('Total: 2 pasted numbers.')).toBeTruthy();
    expect(screen.getByRole('tab', { name: /Paste numbers/ }).textContent).toBe('Paste numbers2');
  });

  it('says about what it costs while it is written, and what a test message costs', async () => {
    config.prices = [
      { operator: 'ntc', price: 135.6 },
      { operator: 'ncell', price: 150 },
    ];
    open();
    await write();
    const estimate = () => document.querySelector('.compose-estimate')?.textContent?.replace(/\u00a0/g, ' ');
    await waitFor(() =>
      expect(estimate()).toBe(
        'About Rs. 1.36: 1 recipient × 1 part × Rs. 1.356. Parts in your packages are used first.',
      ),
    );
    fireEvent.change(await field('Text'), { target: { value: 'x'.repeat(161) } });
    fireEvent.change(await field('Phone numbers'), { target: { value: '9841000001\n9841000002' } });
    await waitFor(() =>
      expect(estimate()).toMatch(/^About Rs\. 5\.42: 2 recipients × 2 parts × Rs\. 1\.356\./),
    );
    await press('Send a test');
    const dialog = await screen.findByRole('dialog');
    const cost = () =>
      within(dialog)
        .getByRole('status')
        .textContent?.replace(/\u00a0/g, ' ');
    expect(cost()).toMatch(/^About Rs\. 2\.71 to Rs\. 3\.00: 1 recipient × 2 parts\./);
    await userEvent.type(within(dialog).getByLabelText('Mobile number'), '9841000009');
    await waitFor(() => expect(cost()).toMatch(/^About Rs\. 2\.71: 1 recipient × 2 parts × Rs\. 1\.356\./));
    cleanup();
    config.is_free = true;
    open();
    await waitFor(() => expect(estimate()).toBe('Nothing is charged: messages go to the simulator.'));
  });

  it('takes the time in the reader’s calendar, in 24 hours', async () => {
    preferences.set({ calendar: 'bs' });
    open();
    await write();
    await userEvent.click(await screen.findByLabelText('Schedule for later'));
    const time = await field('Time (24 hours)');
    for (const [label, value] of [
      ['Year', '2090'],
      ['Month', '1'],
      ['Day', '1'],
    ] as const)
      fireEvent.change(await field(label), { target: { value } });
    await userEvent.type(time, '25:00');
    await press('Check recipients and cost');
    expect(screen.getByText('Enter a time from 00:00 to 23:59.')).toBeTruthy();
    await userEvent.click(await screen.findByRole('link', { name: 'Choose a date and a time.' }));
    await userEvent.clear(time);
    await userEvent.type(time, '930');
    await press('Check recipients and cost');
    await waitFor(() => expect(plans()).toHaveLength(1));
    // 1 Baisakh 2090 is 14 April 2033.
    expect(plans().map(asked)[0]).toMatchObject({ scheduled_at: '2033-04-14T03:45:00.000Z' });
    expect(await screen.findByRole('button', { name: /^Schedule 1,234 messages for Rs/ })).toBeTruthy();
  });

  it('says what to do when no sender name is approved', async () => {
    senders = [aSender(1, 'HIMAL', 'pending')];
    open();
    expect(await screen.findByText('You have no approved sender ID yet')).toBeTruthy();
    expect(screen.getByText('Waiting for approval: HIMAL.')).toBeTruthy();
  });

  it('lists bad numbers with their lines', async () => {
    open();
    await write();
    expect(screen.getByText('1 invalid')).toBeTruthy();
    expect(screen.getByRole('list', { name: 'Invalid numbers' }).textContent).toContain('Line 2');
  });

  it.each([
    ['en', /^No known operator has numbers that begin with 901\.$/],
    ['ne', /^(901|९०१) बाट सुरु हुने नम्बरको अपरेटर थाहा छैन।$/],
  ] as const)(
    'says as soon as a number is typed that no operator has it (%s)',
    async (language, sentence) => {
      preferences.set({ language });
      open();
      const numbers = () => document.querySelector<HTMLTextAreaElement>('#compose-numbers')!;
      await waitFor(() => expect(numbers()).toBeTruthy());
      fireEvent.change(numbers(), { target: { value: '9841000001\n9011234567' } });
      expect(await screen.findByText(sentence)).toBeTruthy();
      await userEvent.click(document.querySelector('.compose-way .MuiButton-outlined')!);
      expect(numbers().value).toBe('9841000001');
      expect(screen.queryByText(sentence)).toBeNull();
      expect([...plans(), ...sends()]).toHaveLength(0);
    },
  );

  it('says of a test message’s number at once that no operator has it', async () => {
    open();
    await write();
    await press('Send a test');
    const phone = await field('Mobile number');
    await userEvent.type(phone, '901123456');
    expect(screen.queryByText(/No known operator/)).toBeNull();
    await userEvent.type(phone, '7');
    expect(await screen.findByText(/No known operator has numbers that begin with 901/)).toBeTruthy();
    expect(phone.getAttribute('aria-invalid')).toBe('true');
    await userEvent.clear(phone);
    await userEvent.type(phone, '9841234567');
    expect(screen.queryByText(/No known operator/)).toBeNull();
  });

  it('says while writing that no operator is connected', async () => {
    config.destination = 'none';
    open();
    expect(await screen.findByText('No operator is connected')).toBeTruthy();
    cleanup();
    config.destination = 'operator';
    open();
    await write();
    expect(screen.queryByText('No operator is connected')).toBeNull();
  });

  it('says whether a refused row was pasted, and in which line, or is from the file', async () => {
    const refusal = 'duplicate' as const;
    plan.refused.duplicate = 2;
    plan.refused_rows = [
      {
        source: 'numbers',
        row: 1,
        value: '+9779841000001',
        refusal,
        reason: 'This number is already in the list.',
      },
      {
        source: 'file',
        row: 2,
        value: '+9779841000009',
        refusal,
        reason: 'This number is already in the list.',
      },
    ];
    open();
    await check();
    expect(screen.getByText('Pasted, line 1')).toBeTruthy();
    expect(screen.getByText('File, row 2')).toBeTruthy();
  });

  it('asks for the plan with the whole request, and shows it before anything is sent', async () => {
    open();
    await check();
    expect(sends()).toHaveLength(0);
    expect(plans().map(asked)).toEqual([
      {
        name: 'Dues',
        sender: uuid(1),
        body: 'Please pay',
        recipients: { numbers: ['9841000001', '12'] },
        scheduled_at: null,
      },
    ]);
    expect(screen.getByText(/Nothing has been sent or charged yet/)).toBeTruthy();
  });

  it('confirms with the exact count and cost, and sends once however often it is pressed', async () => {
    const { router } = open();
    await check();
    await press(SEND);
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent?.replace(/\u00a0/g, ' ')).toContain('Send 1,234 messages for Rs. 3,346.61?');
    expect(dialog.textContent?.replace(/\u00a0/g, ' ')).toContain('Your balance will be Rs. 46,653.39');
    expect(dialog.textContent).not.toMatch(/undo/i);
    const button = await screen.findByRole('button', { name: 'Send 1,234 messages' });
    fireEvent.click(button);
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/sms/${uuid(800)}/show`));
    expect(sends()).toHaveLength(1);
    expect(sends().map(asked)[0]).toMatchObject({ plan: plan.uuid, cost: plan.cost, name: 'Dues' });
    expect(sends()[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(sessionStorage.length).toBe(0);
  });

  it('asks again when the price has changed, with the old and the new cost', async () => {
    const dearer = aPlan({ uuid: uuid(901), cost: 400000, balance_after: 4600000 });
    replies = [
      { status: 409, body: { detail: 'changed', code: 'price_changed', data: dearer } },
      { status: 201, body: { data: aCampaign() } },
    ];
    const { router } = open();
    await check();
    await press(SEND);
    await press('Send 1,234 messages');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent?.replace(/\u00a0/g, ' ')).toContain(
      'The cost was Rs. 3,346.61 and is now Rs. 4,000.00',
    );
    expect(router.state.location.pathname).toBe('/sms/bulk-sms');
    await press(SEND);
    expect((await screen.findByRole('dialog')).textContent?.replace(/\u00a0/g, ' ')).toContain(
      'Rs. 4,000.00',
    );
    await press('Send 1,234 messages');
    await waitFor(() => expect(sends()).toHaveLength(2));
    expect(sends().map(asked)[1]).toMatchObject({ plan: uuid(901), cost: 400000 });
    expect(new Set(sends().map(({ headers }) => headers['idempotency-key'])).size).toBe(2);
  });

  it('asks again when an operator was connected meanwhile: it is no test any more', async () => {
    plan = aPlan({ test: true, is_free: true, cost: 0, balance_after: 5000000 });
    const real = aPlan({ uuid: uuid(901), test: false, is_free: false });
    const detail = 'An operator was connected after you checked, so this would be sent to real phones.';
    replies = [
      { status: 409, body: { detail, code: 'price_changed', data: real } },
      { status: 201, body: { data: aCampaign() } },
    ];
    open();
    await check();
    await press(SEND);
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'no phone receives them. Nothing is charged.',
    );
    await press('Send 1,234 messages');
    const alert = await screen.findByText('An operator was connected or removed');
    expect(alert.parentElement?.textContent).toContain('this would be sent to real phones');
    await press(SEND);
    await press('Send 1,234 messages');
    await waitFor(() => expect(sends()).toHaveLength(2));
    expect(sends().map(asked)).toMatchObject([
      { test: true, cost: 0 },
      { test: false, cost: 334661 },
    ]);
  });

  it('does not send what nobody would take, and says so when that was found out late', async () => {
    plan = aPlan({ no_operator: true });
    open();
    await check();
    expect((await screen.findByRole('button', { name: SEND })).hasAttribute('disabled')).toBe(true);
    cleanup();
    sessionStorage.clear();
    plan = aPlan();
    replies = [{ status: 409, body: { detail: 'No operator is connected.', code: 'no_operator' } }];
    open();
    await check();
    await press(SEND);
    await press('Send 1,234 messages');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your provider has not connected an operator yet');
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeTruthy();
  });

  it('keeps everything when no answer comes, and tries again under the same key', async () => {
    replies = ['drop', { status: 201, body: { data: aCampaign() } }];
    const { router } = open();
    await check();
    await press(SEND);
    await press('Send 1,234 messages');
    expect(
      (await screen.findByText(/We could not confirm that your campaign was accepted/)).textContent,
    ).toContain('it cannot be sent twice');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    fireEvent.click(screen.getAllByRole('button', { name: 'Try again' })[0] as HTMLElement);
    await waitFor(() => expect(router.state.location.pathname).toBe(`/sms/${uuid(800)}/show`));
    expect(sends()).toHaveLength(2);
    expect(new Set(sends().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
    expect(sends()[0]?.body).toBe(sends()[1]?.body);
  });

  it('shows what is missing when the balance went meanwhile, and sends no more', async () => {
    const short = aPlan({ balance: 300000, balance_after: -34661, sufficient: false });
    replies = [{ status: 402, body: { detail: 'short', code: 'insufficient_balance', data: short } }];
    open();
    await check();
    await press(SEND);
    await press('Send 1,234 messages');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await screen.findAllByText(/You need Rs\.\s346\.61 more/)).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: SEND }).disabled).toBe(true);
  });

  it('puts the server’s field errors beside their fields', async () => {
    open();
    await write();
    server.handle((_, response) =>
      response
        .writeHead(400)
        .end(
          JSON.stringify({ detail: 'x', code: 'invalid', errors: { body: ['A blocked keyword: lottery.'] } }),
        ),
    );
    await press('Check recipients and cost');
    await userEvent.click(await screen.findByRole('link', { name: 'A blocked keyword: lottery.' }));
    expect(screen.getAllByText('A blocked keyword: lottery.')).toHaveLength(2);
    await waitFor(() => expect(document.activeElement?.id).toBe('compose-body'));
  });

  it('keeps the draft, the plan and its key through a reload', async () => {
    const first = open();
    await check();
    first.unmount();
    const second = open();
    expect((await field('Text')).value).toBe('Please pay');
    expect(screen.getByText(/Your draft was restored/)).toBeTruthy();
    second.unmount();
    renderPage('/sms/bulk-sms', <ComposePage />, '/sms/bulk-sms?step=check');
    expect(await screen.findByRole('heading', { name: 'Check before sending' })).toBeTruthy();
    const kept = JSON.parse(sessionStorage.getItem('draft:compose') ?? '{}');
    await press(SEND);
    await press('Send 1,234 messages');
    await waitFor(() => expect(sends()).toHaveLength(1));
    expect(sends()[0]?.headers['idempotency-key']).toBe(kept.value.checked.offer.key);
  });

  it('asks before it is left, and keeps or discards as asked', async () => {
    const { router } = open();
    await write();
    void router.navigate('/contact');
    expect(await screen.findByText('Leave without sending?')).toBeTruthy();
    await press('Stay');
    expect(router.state.location.pathname).toBe('/sms/bulk-sms');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    void router.navigate('/contact');
    await press('Discard and leave');
    await waitFor(() => expect(router.state.location.pathname).toBe('/contact'));
    expect(sessionStorage.getItem('draft:compose')).toBeNull();
  });
});
