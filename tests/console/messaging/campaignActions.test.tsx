import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { aCampaign, uuid } from '../support/messagingConsole.tsx';
import { setUpCampaigns, text } from './campaignsSetup.tsx';

const setup = setUpCampaigns();
const { open } = setup;

const posts = () => setup.server.seen.filter(({ method }) => method === 'POST');
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

/** A campaign of which nothing is sent yet. */
const unsent = {
  ...{ status: 'scheduled', scheduled_at: '2033-04-14T03:45:00Z', started_at: null, queued: 100 },
  ...{ submitted: 0, delivered: 0, undelivered: 0, expired: 0, rejected: 0 },
};

const MAYBE = 'We could not confirm the change: Not now. Check the state on this page before you try again.';

describe('a campaign’s page', () => {
  it('says what cancelling does to the money before it does it, and does it once', async () => {
    open();
    await press('Cancel campaign');
    const dialog = await screen.findByRole('dialog');
    expect(dialog.textContent).toContain('60 unsent messages will be cancelled');
    expect(dialog.textContent).toContain('40 messages have already been sent');
    expect(posts()).toHaveLength(0);
    const letAnswer = setup.server.hold();
    await userEvent.dblClick(screen.getByRole('button', { name: 'Cancel the campaign' }));
    letAnswer();
    await waitFor(() => expect(document.querySelector('.crud-header')?.textContent).toContain('Cancelled'));
    expect(posts().map(({ url }) => url)).toEqual([`/v1/sms/compose/${uuid(800)}/cancel/`]);
  });

  it('retries only what failed, after count and cost were shown, with an idempotency key', async () => {
    setup.record = aCampaign({ status: 'completed', queued: 0, delivered: 94, submitted: 0 });
    const { router } = open();
    await press('Send to those who did not get it');
    expect(await screen.findByText(/6 messages were not delivered/)).toBeTruthy();
    const send = await screen.findByRole('button', { name: /^Send 6 messages for Rs.\s8\.14$/ });
    expect(text(document.querySelector('[data-figure="cost"]'))).toContain('Rs. 8.14');
    const letAnswer = setup.server.hold();
    await userEvent.dblClick(send);
    letAnswer();
    await waitFor(() => expect(router.state.location.pathname).toBe(`/sms/${uuid(801)}/show`));
    const sent = posts().filter(({ url }) => url.endsWith('/retry/'));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.headers['idempotency-key']).toBeTruthy();
  });

  it('does not call back whoever has left the page while a retry was accepted, and says so', async () => {
    setup.record = aCampaign({ status: 'completed', queued: 0, delivered: 94, submitted: 0 });
    const { router } = open();
    await press('Send to those who did not get it');
    const send = await screen.findByRole('button', { name: /^Send 6 messages for Rs/ });
    const letAnswer = setup.server.hold();
    await userEvent.click(send);
    await waitFor(() => expect(posts().some(({ url }) => url.endsWith('/retry/'))).toBe(true));
    void router.navigate('/sms');
    await screen.findByText('list');
    letAnswer();
    await screen.findByText('Your campaign was accepted.');
    expect(router.state.location.pathname).toBe('/sms');
  });

  it('links a campaign to its newest retry, and a retry to its original', async () => {
    setup.record = aCampaign({
      retry_of: uuid(802),
      retried_as: uuid(803),
      retried_at: '2026-11-24T04:15:00Z',
    });
    open();
    const original = await screen.findByRole('link', { name: 'Open the original campaign.' });
    expect(original.getAttribute('href')).toBe(`/sms/${uuid(802)}/show`);
    expect(screen.getByRole('link', { name: 'Open the retry.' }).getAttribute('href')).toBe(
      `/sms/${uuid(803)}/show`,
    );
    expect(text(document.querySelector('.campaign'))).toContain('Retried on 24 Nov 2026, 10:00');
  });

  it('leads to the retry that is in progress, instead of offering another', async () => {
    setup.record = aCampaign({ status: 'completed', queued: 0, delivered: 94, submitted: 0 });
    setup.refusal = { detail: 'Being sent again.', code: 'conflict', data: { uuid: uuid(803) } };
    open();
    await press('Send to those who did not get it');
    const link = await screen.findByRole('link', { name: 'Open the retry.' });
    expect(link.getAttribute('href')).toBe(`/sms/${uuid(803)}/show`);
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it.each(['scheduled', 'draft'])('gives a %s campaign another time, in Nepal’s', async (status) => {
    setup.record = aCampaign({ status, scheduled_at: '2033-04-14T03:45:00Z' });
    open();
    await press('Change the time');
    const dialog = await screen.findByRole('dialog', { name: 'Send at another time?' });
    const time = within(dialog).getByLabelText<HTMLInputElement>('Time (24 hours)');
    expect(time.value).toBe('09:30');
    await userEvent.clear(time);
    await press('Save the time');
    expect(within(dialog).getByText('Choose a date and a time.')).toBeTruthy();
    expect(posts()).toHaveLength(0);
    await userEvent.type(time, '1745');
    setup.noTime = { detail: 'No room on that day.', code: 'conflict' };
    await press('Save the time');
    expect(await within(dialog).findByText('Nothing was changed: No room on that day.')).toBeTruthy();
    setup.noTime = undefined;
    await press('Save the time');
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(
      posts()
        .map(({ url, body }) => [url, JSON.parse(body)])
        .at(-1),
    ).toEqual([`/v1/sms/compose/${uuid(800)}/schedule/`, { scheduled_at: '2033-04-14T12:00:00.000Z' }]);
  });

  it('cancels a scheduled campaign before it is edited, after saying so; a copy changes nothing', async () => {
    setup.record = aCampaign(unsent);
    const { router } = open();
    await press('Edit');
    const dialog = await screen.findByRole('dialog', { name: 'Edit this campaign?' });
    expect(text(dialog)).toContain('An accepted campaign is not changed');
    expect(text(dialog)).toContain('the Rs. 135.60 held for it are released');
    expect(text(dialog)).toContain('To change only the time, go back and select “Change the time”.');
    expect(posts()).toHaveLength(0);
    // "Cancel" would leave open which of both buttons cancels the campaign.
    expect(within(dialog).getAllByRole('button').map(text)).toEqual(['Go back', 'Cancel and edit']);
    await press('Cancel and edit');
    await waitFor(() => expect(router.state.location.search).toBe(`?copy=${uuid(800)}`));
    expect(posts().map(({ url }) => url)).toEqual([`/v1/sms/compose/${uuid(800)}/cancel/`]);
    cleanup();
    setup.record = aCampaign();
    const again = open();
    await press('Duplicate');
    await waitFor(() => expect(again.router.state.location.search).toBe(`?copy=${uuid(800)}`));
    expect(posts()).toHaveLength(1);
  });

  it('opens no copy if sending has started while it asked, because some would get both', async () => {
    setup.record = aCampaign(unsent);
    const { router } = open();
    await press('Edit');
    setup.record = aCampaign({ status: 'sending' });
    await press('Cancel and edit');
    expect(await screen.findByText(/^Sending had already started\./)).toBeTruthy();
    expect(router.state.location.search).toBe('');
  });

  it.each(['sending', 'paused', 'completed', 'cancelled', 'failed', 'preparing'])(
    'neither edits nor moves a %s campaign',
    async (status) => {
      setup.record = aCampaign({ status });
      open();
      await screen.findByRole('button', { name: 'Duplicate' });
      expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull();
      expect(screen.queryByRole('button', { name: 'Change the time' })).toBeNull();
    },
  );

  it.each([403, 404, 409, 429])(
    'may have been paused by an unanswered request, whatever refuses the next one (%i)',
    async (status) => {
      open();
      setup.failing = 503;
      await press('Pause');
      await screen.findByText(MAYBE);
      setup.failing = status;
      await press('Pause');
      await waitFor(() => expect(posts()).toHaveLength(2));
      // Nothing else is said once the button can be pressed again.
      await waitFor(() =>
        expect(screen.getByRole('button', { name: 'Pause' })).toHaveProperty('disabled', false),
      );
      expect(screen.queryByText(/Nothing was changed/)).toBeNull();
    },
  );

  it('may have been paused by an unanswered request, also after another action was refused', async () => {
    open();
    setup.failing = 503;
    await press('Pause');
    await screen.findByText(MAYBE);
    setup.failing = 403;
    await press('Cancel campaign');
    await press('Cancel the campaign');
    await screen.findByText('Nothing was changed: Not now.');
    setup.failing = 429;
    await press('Pause');
    await waitFor(() => expect(posts()).toHaveLength(3));
    await waitFor(() =>
      expect(screen.getByRole('button', { name: 'Pause' })).toHaveProperty('disabled', false),
    );
    expect(screen.getAllByText(/Nothing was changed/)).toHaveLength(1);
  });

  it('says that a first refusal changed nothing, and reads the campaign again', async () => {
    setup.record = aCampaign({ status: 'scheduled', scheduled_at: '2033-04-14T03:45:00Z' });
    open();
    await press('Cancel campaign');
    setup.failing = 409;
    setup.record = aCampaign({ status: 'cancelled', queued: 0, cancelled: 60 });
    await press('Cancel the campaign');
    await screen.findByText('Nothing was changed: Not now.');
    await waitFor(() => expect(document.querySelector('.crud-header')?.textContent).toContain('Cancelled'));
  });

  it('may have another time by an unanswered request, whatever refuses the next one', async () => {
    setup.record = aCampaign({ status: 'scheduled', scheduled_at: '2033-04-14T03:45:00Z' });
    open();
    await press('Change the time');
    const dialog = await screen.findByRole('dialog', { name: 'Send at another time?' });
    for (const status of [503, 429]) {
      setup.failing = status;
      await press('Save the time');
      await waitFor(() => expect(posts()).toHaveLength(status === 503 ? 1 : 2));
      expect(await within(dialog).findByText(MAYBE)).toBeTruthy();
    }
  });

  it('reads the campaign again after an unanswered request for another time', async () => {
    setup.record = aCampaign({ status: 'scheduled', scheduled_at: '2033-04-14T03:45:00Z' });
    open();
    await press('Change the time');
    setup.failing = 503;
    setup.record = aCampaign({ status: 'cancelled', queued: 0, cancelled: 60 });
    await press('Save the time');
    await waitFor(() => expect(document.querySelector('.crud-header')?.textContent).toContain('Cancelled'));
  });
});
