import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { colleague } from '#schema/team.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { CampaignShow } from '../../../src/resources/messaging/campaigns/CampaignShow.tsx';
import { PlanWarnings } from '../../../src/resources/messaging/compose/PlanFigures.tsx';
import { TeamList } from '../../../src/resources/people/team/TeamList.tsx';
import { type Answer, type Asked, startApi } from '../support/api.ts';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { pointTo } from '../support/jsonServer.ts';
import { aCampaign, aPlan, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

const LIMIT = '/v1/autho/team/approval/';
const waiting = {
  ...{ status: 'draft', waits_for: 'colleague', queued: 100, submitted: 0, delivered: 0, undelivered: 0 },
  ...{ expired: 0, rejected: 0, user: uuid(7), maker: 'Gita Karki', approvers: ['Asha Gurung', 'Maya Rai'] },
};

let campaign: Record<string, unknown>;
let limit: number | null;
let isDecided: boolean;
let api: Awaited<ReturnType<typeof startApi>>;
const posted = () => api.asked.filter(({ method }) => method === 'POST' || method === 'PUT');

function answer({ method, url, body }: Asked): Answer {
  if (url === LIMIT) {
    if (method === 'PUT') limit = (body as { above: number | null }).above;
    return { body: { data: { above: limit } } };
  }
  if (url.endsWith('/results/'))
    return {
      body: { data: { sampled: null, operators: [], reasons: [], times: { seconds: 60, points: [] } } },
    };
  if (method === 'POST' && isDecided) {
    campaign = aCampaign({ ...waiting, status: 'preparing', waits_for: null });
    return {
      status: 409,
      body: {
        code: 'conflict',
        detail: 'This campaign no longer needs a decision. Reload the page to see its current state.',
      },
    };
  }
  if (method === 'POST') campaign = aCampaign({ ...waiting, status: 'preparing', waits_for: null });
  return { body: url.startsWith(colleague.path) ? pageOf() : { data: campaign } };
}

beforeEach(async () => {
  [campaign, limit, isDecided] = [aCampaign(waiting), 500, false];
  preferences.set({ language: 'en' });
  api = await startApi(answer);
  pointTo(api.base);
  signInCustomer();
});
afterEach(async () => {
  cleanup();
  await api.close();
});

const open = (path: string) =>
  renderConsole(
    [
      { name: 'sms', list: <p>list</p>, show: <CampaignShow /> },
      { name: colleague.name, list: <TeamList /> },
    ],
    path,
    api.base,
  );
const openCampaign = () => open(`/sms/${uuid(800)}/show`);
const asSender = () => signInCustomer((name) => name === 'team-list');

describe('a campaign that waits for a colleague', () => {
  it('is approved by users who may, after a dialog', async () => {
    openCampaign();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Approve campaign' }));
    expect(posted()).toEqual([]);
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Approve campaign' }));
    await waitFor(() =>
      expect(posted().map(({ url }) => url)).toEqual([`/v1/sms/compose/${uuid(800)}/approve/`]),
    );
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Approve campaign' })).toBeNull());
  });

  it('is rejected only with a reason, and says when somebody else has decided first', async () => {
    isDecided = true;
    openCampaign();
    const user = userEvent.setup();
    await user.click(await screen.findByRole('button', { name: 'Reject campaign' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Reject campaign' }));
    expect(posted()).toEqual([]);
    await user.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Wrong list');
    await user.click(dialog.getByRole('button', { name: 'Reject campaign' }));
    expect(await screen.findByText(/no longer needs a decision/)).toBeTruthy();
    expect(posted()[0]?.body).toEqual({ reason: 'Wrong list' });
  });

  it('names who may approve it to everybody else, also to its creator', async () => {
    asSender();
    openCampaign();
    expect(await screen.findByText(/Who may approve it: Asha Gurung, Maya Rai/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve campaign' })).toBeNull();
    cleanup();
    signInCustomer();
    campaign = aCampaign({ ...waiting, user: '01890000-0000-7000-8000-0000000000ff' });
    openCampaign();
    expect(await screen.findByText('Waiting for the approval of a colleague')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Approve campaign' })).toBeNull();
  });
});

describe('the limit of a team', () => {
  it('is shown above the list, and changed in a dialog that refuses what is no number', async () => {
    open('/team');
    const user = userEvent.setup();
    expect(await screen.findByText(/more than 500 recipients a day/)).toBeTruthy();
    await user.click(screen.getByRole('button', { name: 'Change limit' }));
    const dialog = within(await screen.findByRole('dialog'));
    const input = dialog.getByRole('textbox', { name: 'Recipients a day without approval' });
    await user.clear(input);
    await user.type(input, 'many');
    await user.click(dialog.getByRole('button', { name: 'Save limit' }));
    expect(dialog.getByText(/Enter a whole number/)).toBeTruthy();
    expect(posted()).toEqual([]);
    await user.clear(input);
    await user.click(dialog.getByRole('button', { name: 'Save limit' }));
    expect(await screen.findByText('Nobody has to approve campaigns of your team.')).toBeTruthy();
    expect(posted()).toMatchObject([{ method: 'PUT', url: LIMIT, body: { above: null } }]);
  });
});

describe('a plan', () => {
  it('says who has to approve it: a colleague, the provider, or both', () => {
    const limits = (above: number) => ({ above, day: '2026-01-05', total: 9 });
    const shownLimits = (colleague: number, provider: number) => {
      cleanup();
      renderPage(
        '/',
        <PlanWarnings
          plan={aPlan({
            needs_approval: true,
            colleague_approval: limits(colleague),
            approval: limits(provider),
          })}
        />,
      );
      return screen.getByRole('alert').textContent ?? '';
    };
    expect(shownLimits(5, 20)).toMatch(/A colleague must approve campaigns above 5/);
    expect(shownLimits(5, 20)).not.toMatch(/Your provider/);
    expect(shownLimits(0, 5)).toMatch(
      /A colleague must approve every campaign\. .*Your provider must approve campaigns above 5/,
    );
    expect(shownLimits(20, 5)).not.toMatch(/colleague/);
  });
});
