import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Campaign } from '#schema/campaign.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { RetryDialog } from '../../../src/resources/messaging/campaigns/RetryDialog.tsx';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, aSender, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

interface Reply {
  status: number;
  body?: unknown;
}

/** An API that sends, and makes no plan: it ignores fields that it does not know. */
let server: JsonServer;
/** What it answers to a question for a plan, and to a request to send. */
let plan: Reply;
let sent: Reply;

const CHECK = 'Check recipients and cost';
const posts = () => server.seen.filter(({ method }) => method === 'POST');
const sends = () => posts().filter(({ url }) => /\/(compose|retry)\/$/.test(url));

beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en' });
  signInCustomer();
  plan = { status: 405, body: { detail: 'Method "POST" not allowed.' } };
  sent = { status: 201, body: aCampaign() };
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url }, response) => {
    const answer = ({ status, body }: Reply) => {
      response.writeHead(status, { 'Content-Type': 'application/json' });
      response.end(body === undefined ? '' : JSON.stringify(body));
    };
    if (method === 'POST') return answer(url.endsWith('/plan/') ? plan : sent);
    if (url.startsWith('/v1/sms/identities/'))
      return answer({ status: 200, body: pageOf(aSender(1, 'DEMO')) });
    if (url.startsWith('/v1/sms/configs/')) return answer({ status: 404, body: { detail: 'Not found.' } });
    answer({ status: 200, body: pageOf() });
  });
});
afterEach(async () => {
  cleanup();
  vi.restoreAllMocks();
  await server.stop();
});

const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));

async function write(check = CHECK, numbers = '9841000001\n9841000002') {
  const page = renderPage('/sms/bulk-sms', <ComposePage />);
  await screen.findByLabelText('Sender ID');
  for (const [label, value] of [
    ['Campaign name', 'Dues'],
    ['Text', 'Please pay'],
    ['Phone numbers', numbers],
  ] as const) {
    fireEvent.change(await screen.findByLabelText(label), { target: { value } });
  }
  await press(check);
  return page;
}
const confirm = async (name = 'Send now') => {
  const dialog = await screen.findByRole('dialog');
  const button = [...dialog.querySelectorAll('button')].find(({ textContent }) => textContent === name);
  fireEvent.click(button as HTMLElement);
  fireEvent.click(button as HTMLElement);
};

describe('where the server makes no plan', () => {
  it.each([
    [405, { detail: 'Method "POST" not allowed.' }],
    [404, { detail: 'Not found.' }],
    [404, '<h1>Not Found</h1>'],
  ])('%s: a campaign is sent once, under a key, after saying what is not known', async (status, body) => {
    plan = { status, body };
    const { router } = await write();
    const unknown = await screen.findByText('This server does not tell you before sending:');
    expect(unknown.parentElement?.textContent).toMatch(/costs.*excluded.*parts/);
    expect(screen.getByText('2 pasted numbers')).toBeTruthy();
    expect(sends()).toEqual([]);
    await press('Send now');
    expect((await screen.findByRole('dialog')).textContent).toContain(
      'The cost and the number of excluded recipients are not known.',
    );
    expect(sends()).toEqual([]);
    await confirm();
    await waitFor(() => expect(router.state.location.pathname).toBe(`/sms/${uuid(800)}/show`));
    expect(sends()).toHaveLength(1);
    expect(sends()[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
    expect(JSON.parse(sends()[0]?.body ?? '')).toEqual({
      name: 'Dues',
      sender: uuid(1),
      body: 'Please pay',
      recipients: { numbers: ['9841000001', '9841000002'] },
      scheduled_at: null,
    });
  });

  it('invalid and repeated numbers, which the page does not count, are not sent', async () => {
    await write(CHECK, '9841000001\n12\n+977 9841000001\n9841000002');
    expect(await screen.findByText('2 pasted numbers')).toBeTruthy();
    await press('Send now');
    await confirm();
    await waitFor(() => expect(sends()).toHaveLength(1));
    const { recipients } = JSON.parse(sends()[0]?.body ?? '') as Record<string, unknown>;
    expect(recipients).toEqual({ numbers: ['9841000001', '9841000002'] });
  });

  it('with no valid number there is nothing to review', async () => {
    await write(CHECK, '12');
    expect((await screen.findAllByText(/^Add recipients: paste numbers/)).length).toBeGreaterThan(0);
    expect(screen.queryByText('This server does not tell you before sending:')).toBeNull();
    expect(sends()).toEqual([]);
  });

  it('is not asked for one if it does not offer any', async () => {
    pointTo(server.base, []);
    await write('Review and send');
    await screen.findByText('This server does not tell you before sending:');
    expect(posts()).toEqual([]);
  });

  it.each([
    ['with the record in data', { data: aCampaign() }, `/sms/${uuid(800)}/show`],
    ['with an integer as its id', { id: 17, name: 'Dues', recipients: '2' }, '/sms/17/show'],
    ['with something else', { detail: 'Queued' }, '/sms'],
    ['with nothing', undefined, '/sms'],
  ])('an answer %s is an accepted campaign', async (_, body, path) => {
    sent = { status: 201, body };
    const { router } = await write();
    await press('Send now');
    await confirm();
    await waitFor(() => expect(router.state.location.pathname).toBe(path));
    expect(sends()).toHaveLength(1);
  });

  it('what may have been sent is not repeated by itself, and asks before it is sent again', async () => {
    sent = { status: 502, body: { detail: 'Bad gateway' } };
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    await write();
    await press('Send now');
    await confirm();
    const alert = await screen.findByText(/It may have been sent already/);
    expect(alert.closest('[role="alert"]')?.textContent).not.toContain('cannot be sent twice');
    window.dispatchEvent(new Event('online'));
    const [button] = await screen.findAllByRole('button', { name: 'Send again' });
    await userEvent.click(button as HTMLElement);
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('Send it a second time?');
    expect(sends()).toHaveLength(1);
    await confirm('Send again');
    await waitFor(() => expect(sends()).toHaveLength(2));
    expect(new Set(sends().map(({ headers }) => headers['idempotency-key'])).size).toBe(1);
  });

  it('a retry says what is not known, and is sent once under a key', async () => {
    renderPage(
      '/',
      <RetryDialog
        campaign={aCampaign({ undelivered: 6 }) as unknown as Campaign}
        onClose={() => undefined}
      />,
    );
    await screen.findByText('This server does not tell you before sending:');
    expect(sends()).toEqual([]);
    const button = screen.getByRole('button', { name: 'Send to those who did not get it' });
    fireEvent.click(button);
    fireEvent.click(button);
    await waitFor(() => expect(sends()).toHaveLength(1));
    expect(sends()[0]?.headers['idempotency-key']).toMatch(/^[0-9a-f-]{36}$/);
  });
});

describe('a second try of a retry without a plan', () => {
  it('says that the first may have been sent already, and asks before it sends', async () => {
    sent = { status: 502, body: { detail: 'Bad gateway' } };
    renderPage(
      '/',
      <RetryDialog
        campaign={aCampaign({ undelivered: 6 }) as unknown as Campaign}
        onClose={() => undefined}
      />,
    );
    await screen.findByText('This server does not tell you before sending:');
    await press('Send to those who did not get it');
    await screen.findByText(/It may have been sent already/);
    expect(sends()).toHaveLength(1);
    for (const button of await screen.findAllByRole('button', { name: 'Send again' })) {
      await userEvent.click(button);
      const dialog = await screen.findByRole('dialog', { name: 'Send it a second time?' });
      expect(dialog.textContent).toContain('It may have been sent already');
      expect(sends()).toHaveLength(1);
      await userEvent.keyboard('{Escape}');
      await waitFor(() => expect(screen.queryByRole('dialog', { name: /second time/ })).toBeNull());
    }
    fireEvent.click(screen.getAllByRole('button', { name: 'Send again' })[0] as HTMLElement);
    const dialog = await screen.findByRole('dialog', { name: 'Send it a second time?' });
    await userEvent.click(within(dialog).getByRole('button', { name: 'Send again' }));
    await waitFor(() => expect(sends()).toHaveLength(2));
  });
});

describe('without a plan nothing is repeated', () => {
  it.each([
    [
      'a record of the request is gone',
      { status: 404, body: { detail: 'Gone.', code: 'not_found' } },
      /Gone\./,
    ],
    ['the answer is no plan', { status: 201, body: aCampaign() }, /could not be read/],
    ['the server failed', { status: 500, body: { detail: 'Broken.' } }, /Broken\./],
  ])('when %s', async (_, reply, text) => {
    plan = reply;
    await write();
    expect((await screen.findByText(text)).textContent).toContain('Nothing was sent or charged.');
    expect(screen.queryByText('This server does not tell you before sending:')).toBeNull();
    expect(sends()).toEqual([]);
  });
});
