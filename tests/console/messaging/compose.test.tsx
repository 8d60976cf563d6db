import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Link } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { drafts } from '../../../src/core/drafts.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { aSender, renderPage, uuid } from '../support/messagingConsole.tsx';
import { asked, check, field, open, press, setUpCompose, write } from './composeSetup.tsx';

const setup = setUpCompose();
const { plans, sends } = setup;

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

  it('asks too about what was typed since the page was opened', async () => {
    const page = (
      <>
        <Link to={`/sms/bulk-sms?import=${uuid(5)}`}>The import</Link>
        <ComposePage />
      </>
    );
    renderPage('/sms/bulk-sms', page);
    await write();
    await userEvent.click(screen.getByRole('link', { name: 'The import' }));
    await screen.findByRole('dialog', { name: 'Replace the recipients?' });
    expect((await field('Phone numbers')).value).toBe('9841000001\n12');
  });

  it('of a campaign copies name, sender, text and a time to come, and asks before it replaces a draft', async () => {
    setup.senders = [aSender(1, 'DEMO'), aSender(2, 'SHOP')];
    setup.copied = {
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

  it('of a campaign leaves nothing of the draft that it replaces: neither its channel nor its recipients', async () => {
    const viber = { channel: 'viber', viber: uuid(9), viberName: 'Himal Offers', fallback: 'none' };
    drafts.keep('compose', { ...viber, name: 'Mine', body: 'My own', numbers: '9841000009' });
    setup.copied = { body: 'Hello again', status: 'cancelled' };
    follow(`copy=${uuid(800)}`);
    await press('Replace');
    await waitFor(async () => expect((await field('Text')).value).toBe('Hello again'));
    expect(await screen.findByText('No recipients yet.')).toBeTruthy();
    fireEvent.change(await field('Phone numbers'), { target: { value: '9841000001' } });
    await press('Check recipients and cost');
    await waitFor(() => expect(plans()).toHaveLength(1));
    expect(plans().map(asked)).toEqual([
      {
        name: 'Dues',
        sender: uuid(1),
        body: 'Hello again',
        recipients: { numbers: ['9841000001'] },
        scheduled_at: null,
      },
    ]);
  });

  it('of a campaign asks before it takes the place of recipients alone', async () => {
    drafts.keep('compose', { numbers: '9841000009' });
    follow(`copy=${uuid(800)}`);
    await screen.findByRole('dialog', { name: 'Replace your draft?' });
    expect((await field('Phone numbers')).value).toBe('9841000009');
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
    setup.config.prices = [
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
    setup.config.is_free = true;
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

  it('says what to do when no sender ID is approved', async () => {
    setup.senders = [aSender(1, 'HIMAL', 'pending')];
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
    ['ne', /^(901|९०१)बाट सुरु हुने नम्बरको अपरेटर थाहा छैन।$/],
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
    setup.config.destination = 'none';
    open();
    expect(await screen.findByText('No operator is connected')).toBeTruthy();
    cleanup();
    setup.config.destination = 'operator';
    open();
    await write();
    expect(screen.queryByText('No operator is connected')).toBeNull();
  });

  it('says whether a refused row was pasted, and in which line, or is from the file', async () => {
    const refusal = 'duplicate' as const;
    setup.plan.refused.duplicate = 2;
    setup.plan.refused_rows = [
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
});
