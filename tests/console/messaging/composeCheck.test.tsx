import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { aCampaign, aPlan, renderPage, uuid } from '../support/messagingConsole.tsx';
import { asked, check, field, open, press, setUpCompose, write } from './composeSetup.tsx';

const setup = setUpCompose();
const { plans, sends } = setup;

/** The plan's button, with its count and cost. */
const SEND = /^Send 1,234 messages for Rs/;

describe('composing', () => {
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
    expect(sends().map(asked)[0]).toMatchObject({
      plan: setup.plan.uuid,
      cost: setup.plan.cost,
      name: 'Dues',
    });
    expect(sends()[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(sessionStorage.length).toBe(0);
  });

  it('asks again when the price has changed, with the old and the new cost', async () => {
    const dearer = aPlan({ uuid: uuid(901), cost: 400000, balance_after: 4600000 });
    setup.replies = [
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
    setup.plan = aPlan({ test: true, is_free: true, cost: 0, balance_after: 5000000 });
    const real = aPlan({ uuid: uuid(901), test: false, is_free: false });
    const detail = 'An operator was connected after you checked, so this would be sent to real phones.';
    setup.replies = [
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
    setup.plan = aPlan({ no_operator: true });
    open();
    await check();
    expect((await screen.findByRole('button', { name: SEND })).hasAttribute('disabled')).toBe(true);
    cleanup();
    sessionStorage.clear();
    setup.plan = aPlan();
    setup.replies = [{ status: 409, body: { detail: 'No operator is connected.', code: 'no_operator' } }];
    open();
    await check();
    await press(SEND);
    await press('Send 1,234 messages');
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('Your provider has not connected an operator yet');
    expect(await screen.findByRole('button', { name: 'Check again' })).toBeTruthy();
  });

  it('keeps everything when no answer comes, and tries again under the same key', async () => {
    setup.replies = ['drop', { status: 201, body: { data: aCampaign() } }];
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
    setup.replies = [{ status: 402, body: { detail: 'short', code: 'insufficient_balance', data: short } }];
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
    setup.server.handle((_, response) =>
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
