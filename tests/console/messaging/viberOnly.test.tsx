import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Dashboard } from '#schema/dashboard.ts';
import { drafts } from '../../../src/core/drafts.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { aDashboard } from '../support/dashboardData.ts';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, aPlan, aSender, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

/** Send Bulk SMS of an account that has a Viber identity and no sender ID. */
let server: JsonServer;
let senders: unknown[];
let counted: Dashboard['senders'];
/** What answers later than the sender IDs. */
let late: string;
let watch: MutationObserver;
/** Whether the page has ever asked for a sender ID. */
let hasAsked: boolean;

const NEED = /You have no approved sender ID|Request a sender ID/;
const fallback = 'If Viber does not deliver, send an SMS';

beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en', calendar: 'ad' });
  signInCustomer();
  setUser({ ...(getUser() as User), viber: true });
  senders = [];
  counted = { approved: 0, pending: 0, viber: 1 };
  late = 'nothing';
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(async ({ url, method }, response) => {
    const answer = () => {
      if (url.startsWith('/v1/sms/identities/')) return pageOf(...senders);
      if (url.startsWith('/v1/core/dashboard/')) return { data: aDashboard({ senders: counted }) };
      if (url.startsWith('/v1/viber/sending/'))
        return {
          data: {
            identities: [{ uuid: uuid(9), name: 'Himal Offers' }],
            prices: [],
            destination: 'operator',
          },
        };
      if (url.endsWith('/recipients/'))
        return { data: { recipients: null, file: null, missing: { groups: 0, file: false } } };
      if (url.startsWith(`/v1/sms/compose/${uuid(800)}/`)) return { data: aCampaign() };
      return method === 'POST' ? { data: aPlan() } : pageOf();
    };
    if (url.startsWith(late))
      await waitFor(() =>
        expect(server.seen.some((one) => one.url.startsWith('/v1/sms/identities/'))).toBe(true),
      );
    response.writeHead(200, { 'Content-Type': 'application/json' });
    response.end(JSON.stringify(answer()));
  });
  hasAsked = false;
  watch = new MutationObserver(() => {
    hasAsked ||= NEED.test(document.body.textContent ?? '');
  });
  watch.observe(document.body, { childList: true, subtree: true, characterData: true });
});
afterEach(async () => {
  watch.disconnect();
  cleanup();
  await server.stop();
});

const open = (address = '/sms/bulk-sms') => renderPage('/sms/bulk-sms', <ComposePage />, address);
const radio = (name: string) => screen.findByRole<HTMLInputElement>('radio', { name });
const isChosen = async (name: string) =>
  await waitFor(async () => expect((await radio(name)).checked).toBe(true));
const set = async (label: string, value: string) =>
  fireEvent.change(await screen.findByLabelText(label), { target: { value } });
const write = async () => {
  await set('Campaign name', 'Dues');
  await set('Text', 'Please pay');
  await set('Phone numbers', '9841000001');
};
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const planned = () =>
  server.seen.filter(({ method }) => method === 'POST').map(({ body }) => JSON.parse(body) as object);
const alerts = () => screen.queryAllByRole('alert').map(({ textContent }) => textContent);

it.each(['/v1/core/dashboard/', '/v1/viber/sending/'])(
  'writes and checks over Viber without being asked for a sender ID, also if %s is late',
  async (path) => {
    late = path;
    open();
    await isChosen('Viber');
    expect((await screen.findByLabelText<HTMLSelectElement>('Viber identity')).value).toBe(uuid(9));
    expect((await screen.findByLabelText<HTMLSelectElement>(fallback)).value).toBe('none');
    await write();
    await press('Check recipients and cost');
    await screen.findByRole('heading', { name: 'Check before sending' });
    expect(planned()).toMatchObject([
      { channel: 'viber', viber_identity: uuid(9), fallback_minutes: null, sender: null },
    ]);
    expect(hasAsked).toBe(false);
  },
);

it('is told where SMS is chosen that it needs a sender ID, with the way to request one', async () => {
  open();
  await isChosen('Viber');
  const told = async () => {
    const alert = await screen.findByRole('alert');
    expect(alert.textContent).toContain('SMS needs a sender ID that your provider has approved.');
    expect(alert.textContent).toContain('Over Viber with “No SMS” you can send now.');
    expect(alert.textContent).not.toContain('before you can send');
    const link = within(alert).getByRole('link', { name: 'Request a sender ID' });
    expect(link.getAttribute('href')).toBe('/sms/sender-identities/create');
  };
  await userEvent.click(await radio('SMS'));
  await told();
  // What somebody has chosen stays.
  await isChosen('SMS');
  await userEvent.click(await radio('Viber'));
  await waitFor(() => expect(alerts()).toEqual([]));
  await set(fallback, '15');
  await told();
  await set(fallback, 'none');
  await waitFor(() => expect(alerts()).toEqual([]));
});

it('starts over Viber again when a draft is discarded, which itself stays as it was', async () => {
  const first = open();
  await isChosen('Viber');
  await write();
  await userEvent.click(await radio('SMS'));
  await screen.findByText(NEED, { selector: '.MuiAlertTitle-root' });
  first.unmount();
  open();
  await screen.findByText(NEED, { selector: '.MuiAlertTitle-root' });
  await isChosen('SMS');
  await press('Discard draft');
  await isChosen('Viber');
});

it('leaves a draft that an earlier version kept as it is', async () => {
  drafts.keep('compose', { name: 'Dues', channel: 'sms' });
  open();
  await screen.findByText(NEED, { selector: '.MuiAlertTitle-root' });
  await isChosen('SMS');
});

it('copies a campaign with its channel', async () => {
  open(`/sms/bulk-sms?copy=${uuid(800)}`);
  await waitFor(async () =>
    expect((await screen.findByLabelText<HTMLInputElement>('Text')).value).toBe('Hello'),
  );
  await screen.findByText(NEED, { selector: '.MuiAlertTitle-root' });
  await isChosen('SMS');
});

it.each([
  ['no price or link for Viber', { approved: 0, pending: 0, viber: 0 }, []],
  ['a server that does not count identities', { approved: 0, pending: 0 }, []],
  ['a sender ID as well', { approved: 1, pending: 0, viber: 1 }, [aSender(1, 'DEMO')]],
])('starts as SMS with %s', async (_, now, has) => {
  [counted, senders] = [now, has];
  open();
  if (has.length > 0) await screen.findByLabelText('Sender ID');
  else await screen.findByText(/^Your provider must approve a sender ID before you can send/);
  await isChosen('SMS');
});
