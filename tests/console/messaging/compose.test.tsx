import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
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
  preferences.set({ language: 'en' });
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

describe('composing', () => {
  it('marks what is missing and focuses the first of it, without asking the server', async () => {
    open();
    await screen.findByLabelText('Sender ID');
    await press('Check recipients and cost');
    await waitFor(() => expect(document.activeElement?.id).toBe('compose-name'));
    expect(screen.getByText(/Add recipients: paste/)).toBeTruthy();
    expect([...plans(), ...sends()]).toHaveLength(0);
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

  it('says of a refused row whether it was pasted, and in which line, or stands in the sheet', async () => {
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
    await press('Send now');
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
    await press('Send now');
    await press('Send 1,234 messages');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent?.replace(/\u00a0/g, ' ')).toContain(
      'The cost was Rs. 3,346.61 and is now Rs. 4,000.00',
    );
    expect(router.state.location.pathname).toBe('/sms/bulk-sms');
    await press('Send now');
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
    await press('Send now');
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'no phone receives them. Nothing is charged.',
    );
    await press('Send 1,234 messages');
    const alert = await screen.findByText('An operator was connected or removed');
    expect(alert.parentElement?.textContent).toContain('this would be sent to real phones');
    await press('Send now');
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
    expect((await screen.findByRole('button', { name: 'Send now' })).hasAttribute('disabled')).toBe(true);
    cleanup();
    sessionStorage.clear();
    plan = aPlan();
    replies = [{ status: 409, body: { detail: 'No operator is connected.', code: 'no_operator' } }];
    open();
    await check();
    await press('Send now');
    await press('Send 1,234 messages');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your provider has not connected an operator yet');
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeTruthy();
  });

  it('keeps everything when no answer comes, and tries again under the same key', async () => {
    replies = ['drop', { status: 201, body: { data: aCampaign() } }];
    const { router } = open();
    await check();
    await press('Send now');
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
    await press('Send now');
    await press('Send 1,234 messages');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect((await screen.findAllByText(/You need Rs\.\s346\.61 more/)).length).toBeGreaterThan(0);
    expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Send now' }).disabled).toBe(true);
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
    expect(await screen.findByText('A blocked keyword: lottery.')).toBeTruthy();
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
    await press('Send now');
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
