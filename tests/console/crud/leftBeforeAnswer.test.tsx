import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { contact } from '#schema/contact.ts';
import { colleague } from '#schema/team.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { EntityEdit } from '../../../src/crud/EntityEdit.tsx';
import { CampaignShow } from '../../../src/resources/messaging/campaigns/CampaignShow.tsx';
import { SenderShow } from '../../../src/resources/messaging/senderIdentities/SenderShow.tsx';
import { ColleagueShow } from '../../../src/resources/people/team/ColleagueShow.tsx';
import { type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { aCampaign, uuid } from '../support/messagingConsole.tsx';
import { record } from './entityFormSetup.tsx';

const times = { created_at: '2026-01-02T03:04:05Z', updated_at: '2026-01-02T03:04:05Z' };
const gita = {
  ...{ uuid: uuid(1), ...times, name: 'Gita Karki', email: 'gita@himal.test', role: 'sender' },
  ...{ is_active: true, is_invited: true, last_login_at: null },
};
const himal = {
  ...{ uuid: uuid(8), ...times, name: 'HIMAL', purpose: 'Offers', status: 'pending' },
  ...{ document: null, reason: null, decided_by: null, decided_at: null },
};
const dues = aCampaign({ status: 'scheduled', scheduled_at: '2033-04-14T03:45:00Z' });
const records: Record<string, object> = {
  [gita.uuid]: gita,
  [himal.uuid]: himal,
  [dues.uuid]: dues,
  [record.uuid]: record,
};

let api: Awaited<ReturnType<typeof startApi>>;
const answer = ({ url }: Asked) => ({
  body: { data: Object.entries(records).find(([id]) => url.includes(id))?.[1] ?? null },
});

beforeEach(async () => {
  preferences.set({ language: 'en' });
  api = await startApi(answer);
  pointTo(api.base);
  signInCustomer();
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const resources = [
  { name: colleague.name, list: <p>list of colleagues</p>, show: <ColleagueShow /> },
  { name: 'sms/sender-identities', list: <p>list of sender IDs</p>, show: <SenderShow /> },
  { name: 'sms', list: <p>list of campaigns</p>, show: <CampaignShow /> },
  { name: contact.name, list: <p>list of contacts</p>, edit: <EntityEdit entity={contact} /> },
  { name: 'contact/groups', list: <p>elsewhere</p> },
];

it.each([
  [`/team/${gita.uuid}/show`, 'Withdraw the invitation', 'Withdraw the invitation', /invitation/],
  [`/sms/sender-identities/${himal.uuid}/show`, 'Withdraw: HIMAL', 'Withdraw', /withdrawn/],
  [`/sms/${dues.uuid}/show`, 'Edit', 'Cancel and edit', undefined],
  [`/contact/${record.uuid}`, 'Save', undefined, /saved/],
])('an answer on %s (%s) does not call back whoever has left the page', async (path, first, second, told) => {
  const { router } = renderConsole(resources, path, api.base);
  const user = userEvent.setup();
  const button = await screen.findByRole('button', { name: first });
  const letAnswer = api.hold();
  await user.click(button);
  if (second)
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: second }));
  await waitFor(() => expect(api.seen.some(({ method }) => method !== 'GET')).toBe(true));
  await act(() => router.navigate('/contact/groups'));
  await screen.findByText('elsewhere');
  letAnswer();
  if (told) await screen.findByText(told);
  else await waitFor(() => expect(api.asked.some(({ method }) => method !== 'GET')).toBe(true));
  // Whatever the answer causes has happened once another one is there.
  await act(() => fetch(`${api.base}/v1/sms/configs/`));
  expect(router.state.location.pathname).toBe('/contact/groups');
});
