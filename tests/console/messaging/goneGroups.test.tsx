import { act, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { drafts } from '../../../src/core/drafts.ts';
import { http } from '../../../src/core/http.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { uuid } from '../support/messagingConsole.tsx';
import { asked, open, press, setUpCompose } from './composeSetup.tsx';

const setup = setUpCompose();
const { plans } = setup;

const CHECK = 'Check recipients and cost';
const aGroup = (n: number, name: string) => ({
  ...{ uuid: uuid(n), name, count: 40, created_at: '2026-01-02T03:04:05Z' },
});
const keepDraft = (groups: string[], more: object = {}) =>
  drafts.keep('compose', {
    ...{ name: 'Dues', sender: uuid(1), senderName: 'DEMO', body: 'Please pay', groups, ...more },
  });
const box = (name: RegExp) => screen.findByRole<HTMLInputElement>('checkbox', { name });
const planned = async () => {
  await press(CHECK);
  await waitFor(() => expect(plans().length).toBeGreaterThan(0));
  return plans().map(asked).at(-1)?.recipients;
};

it('a group that was deleted since is taken out of a draft, which says so', async () => {
  setup.groups = [aGroup(31, 'Parents')];
  keepDraft([uuid(31), uuid(32)]);
  open();
  expect(await screen.findByText(/^1 group of this campaign no longer exists/)).toBeTruthy();
  expect((await box(/Parents/)).checked).toBe(true);
  expect(await planned()).toEqual({ groups: [uuid(31)] });
});

it('a group that is deleted while the form is open is taken out when the check is refused, in Nepali too', async () => {
  preferences.set({ language: 'ne' });
  setup.groups = [aGroup(31, 'Parents'), aGroup(32, 'Staff')];
  keepDraft([uuid(31), uuid(32)]);
  open();
  expect((await box(/Staff/)).checked).toBe(true);
  // All parts of the page are there, and what they ask for is answered: both groups are known.
  await waitFor(() => expect(document.querySelector('.compose-write')?.ariaBusy).toBe('false'));
  await screen.findByText('80');
  await act(async () => void (await http.json('/v1/sms/configs/')));
  setup.groups = [aGroup(31, 'Parents')];
  setup.refusal = { 'recipients.groups': ['This group does not exist.'] };
  await userEvent.click(document.querySelector('.compose-write [type=submit]') as HTMLElement);
  expect(await screen.findByText(/^यो अभियानको 1 समूह अब छैन/)).toBeTruthy();
  setup.refusal = undefined;
  await userEvent.click(document.querySelector('.compose-write [type=submit]') as HTMLElement);
  await waitFor(() => expect(plans()).toHaveLength(2));
  expect(plans().map(asked).at(-1)?.recipients).toEqual({ groups: [uuid(31)] });
});

it('the notice goes with a draft that is discarded', async () => {
  keepDraft([uuid(32)]);
  open();
  await screen.findByText(/no longer exists/);
  await press('Discard draft');
  await waitFor(() => expect(screen.queryByText(/no longer exists/)).toBeNull());
});

it('groups of a request that may have been accepted stay until the server refuses them', async () => {
  const request = { name: 'Dues', sender: uuid(1), body: 'Please pay', recipients: { groups: [uuid(32)] } };
  keepDraft([uuid(32)], { checked: { request, offer: { plan: setup.plan, key: 'k', uncertain: true } } });
  open();
  await press(CHECK);
  await waitFor(() => expect(plans()).toHaveLength(1));
  expect(plans().map(asked)[0]?.recipients).toEqual({ groups: [uuid(32)] });
  expect(screen.queryByText(/no longer exists/)).toBeNull();
});
