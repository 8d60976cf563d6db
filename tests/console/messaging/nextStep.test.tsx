import { useQuery } from '@tanstack/react-query';
import { cleanup, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import type { Dashboard } from '#schema/dashboard.ts';
import type { Trial } from '#schema/trial.ts';
import { getUser, setUser, type User } from '../../../src/core/session.ts';
import { dashboardQuery } from '../../../src/crud/dashboardQuery.ts';
import { CampaignList } from '../../../src/resources/messaging/campaigns/CampaignList.tsx';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { aTrial, setUpTrial } from '../dashboard/trialSetup.ts';
import { renderConsole } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { aCampaign, renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

let trial: Trial;
let change: Partial<Dashboard>;
let sent: object[];
/** What the answer about the trial waits for. */
let held: Promise<void>;
beforeEach(() => {
  trial = { ...aTrial(), refusal: 'not_offered' };
  change = { senders: { approved: 0, pending: 0 } };
  sent = [];
  held = Promise.resolve();
});
const server = setUpTrial(
  async () => {
    await held;
    return { status: 200, body: { data: trial } };
  },
  () => change,
  getUser,
  () => sent,
);
const asked = (path: string) => server.seen.filter(({ url }) => url.startsWith(path)).length;

/** Says when the dashboard's figures have come. */
function Known({ enabled = false }) {
  const { data } = useQuery({ ...dashboardQuery(getUser()?.uuid), enabled });
  return data ? <p>known</p> : null;
}

/** The links beside the page's heading, once the dashboard's figures have come if they are asked for. */
async function inHeader(isAsked = true): Promise<string[]> {
  const heading = await screen.findByRole('heading', { level: 1 });
  if (isAsked) await screen.findByText('known');
  await waitFor(() => expect(document.querySelector('[aria-busy="true"]')).toBeNull());
  const row = heading.parentElement as HTMLElement;
  return within(row)
    .queryAllByRole('link')
    .map((link) => `${link.textContent} ${link.getAttribute('href')}`);
}
const openCompose = () =>
  renderPage(
    '/sms/bulk-sms',
    <>
      <Known />
      <ComposePage />
    </>,
  );
const campaigns = (
  <>
    <Known />
    <CampaignList />
  </>
);
const openList = () => renderConsole([{ name: 'sms', list: campaigns }], '/sms', server.base);
const has = (wallet: object) => setUser({ ...(getUser() as User), wallet } as User);

const ready = { senders: { approved: 1, pending: 0 }, packages: { parts: 0, next_expiry: null } };
it.each<[string, Partial<Dashboard>, string[]]>([
  ['without a sender ID', {}, ['Request a sender ID /sms/sender-identities']],
  ['while the sender ID is reviewed', { senders: { approved: 0, pending: 1 }, kyc: 'pending' }, []],
  [
    'while the sender ID is reviewed and the identity is not verified',
    { senders: { approved: 0, pending: 1 }, kyc: 'none' },
    ['Verify identity /kyc'],
  ],
  ['without money', ready, ['Top up /wallet/topup-history/create']],
])('%s, the composer and the campaign list lead to what can be done now', async (_, now, wanted) => {
  change = { ...change, ...now };
  has({ balance: 0 });
  openCompose();
  await waitFor(async () => expect(await inHeader()).toEqual(wanted));
  cleanup();
  openList();
  await waitFor(async () => expect(await inHeader()).toEqual(wanted));
  // Nothing else of the empty list leads to a form that cannot be used.
  expect(screen.queryAllByRole('link', { name: 'Send Bulk SMS' })).toEqual([]);
});

it('leads to the free messages while there are some', async () => {
  trial = aTrial();
  openCompose();
  await waitFor(async () => expect(await inHeader()).toEqual(['Send a free message /#trial']));
});

it.each<[string, object, Partial<Dashboard>]>([
  ['has money', { balance: 100 }, ready],
  ['has credit', { balance: 0, credit_limit: 100 }, ready],
  ['has message parts', { balance: 0 }, { ...ready, packages: { parts: 9, next_expiry: null } }],
  ['waits for a top-up', { balance: 0 }, { ...ready, topups: { pending: 1, amount: 100 } }],
])('who %s has no way out of the composer, and sends from the list', async (_, wallet, now) => {
  change = now;
  has(wallet);
  openCompose();
  expect(await inHeader()).toEqual([]);
  cleanup();
  openList();
  expect(await inHeader()).toEqual(['Send Bulk SMS /sms/bulk-sms']);
});

/** Of an account whose approved Viber identity can be sent with. */
const overViber = { ...ready, senders: { approved: 0, pending: 0, viber: 1 } };
it.each<[string, object, Partial<Dashboard>, string[]]>([
  ['sends', { balance: 100 }, overViber, []],
  [
    'sends while a sender ID is reviewed',
    { balance: 100 },
    { senders: { approved: 0, pending: 1, viber: 1 } },
    [],
  ],
  // Packages are of SMS parts, and Viber is paid from the wallet.
  [
    'tops up, although there are message parts',
    { balance: 0 },
    { ...overViber, packages: { parts: 9, next_expiry: null } },
    ['Top up /wallet/topup-history/create'],
  ],
  [
    'whose identity is no longer approved requests a sender ID',
    { balance: 100 },
    { senders: { approved: 0, pending: 0, viber: 0 } },
    ['Request a sender ID /sms/sender-identities'],
  ],
])('who has a Viber identity and no sender ID %s', async (_, wallet, now, wanted) => {
  change = now;
  has(wallet);
  openCompose();
  await waitFor(async () => expect(await inHeader()).toEqual(wanted));
  cleanup();
  openList();
  const sending = wanted.length > 0 ? wanted : ['Send Bulk SMS /sms/bulk-sms'];
  await waitFor(async () => expect(await inHeader()).toEqual(sending));
});

it('who has a Viber identity needs a sender ID where the console cannot send over Viber', async () => {
  change = overViber;
  has({ balance: 100 });
  pointTo(server.base, ['dashboard']);
  openCompose();
  await waitFor(async () => expect(await inHeader()).toEqual(['Request a sender ID /sms/sender-identities']));
});

const approve = () => {
  const user = getUser() as User;
  setUser({ ...user, account: { ...user.account, kyc_status: 'approved' }, wallet: { balance: 0 } } as User);
};

it('an approved account with campaigns is not asked about, whatever its dashboard has said', async () => {
  change = ready;
  sent = [aCampaign()];
  approve();
  const list = (
    <>
      <Known enabled />
      <CampaignList />
    </>
  );
  renderConsole([{ name: 'sms', list }], '/sms', server.base);
  expect(await inHeader()).toEqual(['Send Bulk SMS /sms/bulk-sms']);
});

it('nor is an approved account whose campaigns a filter leaves out', async () => {
  change = ready;
  approve();
  renderConsole([{ name: 'sms', list: campaigns }], '/sms?filter={"q":"none"}', server.base);
  await waitFor(() => expect(asked('/v1/sms/compose/?')).toBe(1));
  expect(await inHeader(false)).toEqual(['Send Bulk SMS /sms/bulk-sms']);
  expect(asked('/v1/core/dashboard/')).toBe(0);
});

it('an approved account without campaigns is led to what comes first', async () => {
  change = ready;
  approve();
  openList();
  await waitFor(async () => expect(await inHeader(false)).toEqual(['Top up /wallet/topup-history/create']));
});

it('the campaign list keeps the place of the button, without a link, until it is known where it leads', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  held = promise;
  trial = aTrial();
  openList();
  expect(await inHeader()).toEqual([]);
  const places = screen.getAllByText('Send Bulk SMS');
  expect(places.map(({ style }) => style.visibility)).toEqual(['hidden', 'hidden']);
  resolve();
  await waitFor(async () => expect(await inHeader()).toEqual(['Send a free message /#trial']));
});

it('staff are not asked about', async () => {
  signInStaff('admin');
  openList();
  expect(await inHeader(false)).toEqual(['Send Bulk SMS /sms/bulk-sms']);
  expect(asked('/v1/core/dashboard/')).toBe(0);
});

it('an empty list offers a user who may not request a sender ID nothing', async () => {
  const user = getUser() as User;
  setUser({
    ...user,
    offers: ['dashboard'],
    ui_permissions: [
      ['bulk-sms', 'post'],
      ['campaign-list', 'get'],
    ],
  });
  openList();
  await waitFor(async () => expect(await inHeader(false)).toEqual([]));
});
