import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { CampaignRecipients } from '#schema/campaignRecipients.ts';
import { drafts } from '../../../src/core/drafts.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aCampaign, aPlan, aSender, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

let server: JsonServer;
/** What the server says of whom the campaign was addressed to; undefined: it fails. */
let source: CampaignRecipients | undefined;
let template: unknown;
let senders: unknown;
const aTemplate = (n: number) => ({ uuid: uuid(n), name: `No. ${n}`, body: `Text ${n}` });
const NOTHING = { groups: 0, file: false };
const aGroup = { uuid: uuid(31), name: 'Dues', count: 40, created_at: '2026-01-02T03:04:05Z' };

beforeEach(async () => {
  sessionStorage.clear();
  preferences.set({ language: 'en', calendar: 'ad' });
  signInCustomer();
  template = aTemplate(900);
  senders = pageOf(aSender(1, 'DEMO'));
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url }, response) => {
    const reply = (body: unknown, status = 200) =>
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    if (url.endsWith('/recipients/')) return source ? reply({ data: source }) : reply({}, 503);
    if (url.startsWith('/v1/sms/identities/'))
      return reply(url.includes(uuid(500)) ? pageOf(aSender(500, 'ZULU')) : senders);
    if (url.startsWith('/v1/contact/contact-group/')) return reply(pageOf(aGroup));
    if (url.endsWith('/plan/')) return reply({ data: aPlan() });
    if (method === 'GET' && url === `/v1/sms/compose/${uuid(800)}/`)
      return reply({ data: aCampaign({ body: 'Dear {{name}}' }) });
    if (url === `/v1/sms/templates/${uuid(900)}/`)
      return template ? reply({ data: template }) : reply({ detail: 'Not found.' }, 404);
    if (url.startsWith('/v1/sms/templates/') && url.includes('search=')) return reply(pageOf(aTemplate(900)));
    if (url.startsWith('/v1/sms/templates/')) return reply({ ...pageOf(aTemplate(1)), count: 201 });
    return reply(pageOf());
  });
});
afterEach(async () => {
  cleanup();
  await server.stop();
});

const copy = () => renderPage('/sms/bulk-sms', <ComposePage />, `/sms/bulk-sms?copy=${uuid(800)}`);
const chosen = () => screen.findByLabelText<HTMLInputElement>('Start from a template', { selector: 'input' });
const text = () => screen.findByLabelText<HTMLTextAreaElement>('Text');
/** What of the recipients is missing. */
const warning = () => document.querySelector('.compose-missing .MuiAlert-message')?.textContent ?? undefined;
const isCopied = () => waitFor(async () => expect((await text()).value).toBe('Dear {{name}}'));
const planned = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Check recipients and cost' }));
  await waitFor(() => expect(server.seen.some(({ url }) => url.endsWith('/plan/'))).toBe(true));
  const sent = server.seen.find(({ url }) => url.endsWith('/plan/'));
  return (JSON.parse(sent?.body ?? '{}') as { recipients: unknown }).recipients;
};

describe('a campaign that is copied', () => {
  it('brings its recipients along: numbers, groups and the file with its columns', async () => {
    const file = { reference: uuid(6), phone: 'Mobile', columns: { name: 'Naam' }, sheet: 'Two' };
    const recipients = { numbers: ['9841000001', '9841000002'], groups: [uuid(31)], file };
    source = { recipients, file: { name: 'dues.xlsx', rows: 12 }, missing: NOTHING };
    copy();
    await isCopied();
    expect(
      await screen.findByText('Total: 2 pasted numbers + 40 contacts in groups + 12 rows in the file.'),
    ).toBeTruthy();
    expect(warning()).toBeUndefined();
    expect(await planned()).toEqual(recipients);
  });

  it('opens the way in which its recipients were chosen', async () => {
    source = { recipients: { groups: [uuid(31)] }, file: null, missing: NOTHING };
    copy();
    await isCopied();
    expect((await screen.findByRole('tab', { selected: true })).textContent).toContain('Contact groups');
  });

  it('says which of them no longer exist, and keeps the rest', async () => {
    source = { recipients: { groups: [uuid(31)] }, file: null, missing: { groups: 2, file: true } };
    copy();
    await isCopied();
    expect(warning()).toBe(
      '2 groups of this campaign no longer exist. Check the recipients. The file of this campaign is no longer stored. Upload it again.',
    );
    expect(await planned()).toEqual({ groups: [uuid(31)] });
  });

  it.each([
    ['does not know them', { recipients: null, file: null, missing: NOTHING }],
    ['could not say', undefined],
  ])('asks to choose them again where the server %s', async (_, known) => {
    source = known;
    copy();
    await isCopied();
    expect(warning()).toContain('Choose them again');
    expect(await screen.findByText('No recipients yet.')).toBeTruthy();
  });

  it('does not take the place of recipients that are chosen already without asking', async () => {
    const first = renderPage('/sms/bulk-sms', <ComposePage />);
    fireEvent.change(await screen.findByLabelText('Phone numbers'), { target: { value: '9841000009' } });
    first.unmount();
    source = { recipients: { groups: [uuid(31)] }, file: null, missing: { groups: 1, file: false } };
    copy();
    await screen.findByRole('dialog', { name: 'Replace your draft?' });
    expect(screen.queryByText(/no longer exists/)).toBeNull();
    await userEvent.click(screen.getByRole('button', { name: 'Replace' }));
    await isCopied();
    expect(await screen.findByText('Total: 40 contacts in groups.')).toBeTruthy();
    expect(screen.getByText(/1 group of this campaign no longer exists/)).toBeTruthy();
  });

  it('requests no recipients from a server that does not keep them', async () => {
    pointTo(server.base, ['campaign-details', 'plans']);
    copy();
    await isCopied();
    expect(server.seen.filter(({ url }) => url.endsWith('/recipients/'))).toEqual([]);
    expect(screen.getByText(/Choose them again/)).toBeTruthy();
  });
});

describe('more than can be listed', () => {
  const use = () => renderPage('/sms/bulk-sms', <ComposePage />, `/sms/bulk-sms?template=${uuid(900)}`);

  it('a template that is not among those listed is used, and its name shown', async () => {
    use();
    await waitFor(async () => expect((await text()).value).toBe('Text 900'));
    await waitFor(async () => expect((await chosen()).value).toBe(aTemplate(900).name));
  });

  it('the server searches for a template, which is used again after another text', async () => {
    renderPage('/sms/bulk-sms', <ComposePage />);
    const pick = async () => {
      await userEvent.clear(await chosen());
      await userEvent.type(await chosen(), 'no. 9');
      await userEvent.click(await screen.findByRole('option', { name: aTemplate(900).name }));
    };
    await pick();
    await waitFor(async () => expect((await text()).value).toBe('Text 900'));
    expect(server.seen.some(({ url }) => url.includes('/templates/') && url.includes('search=no.+9'))).toBe(
      true,
    );
    fireEvent.change(await text(), { target: { value: 'Text of my own' } });
    await waitFor(async () => expect((await chosen()).value).toBe(''));
    await pick();
    await screen.findByRole('dialog', { name: 'Replace your text?' });
    await userEvent.click(screen.getByRole('button', { name: 'Use the template' }));
    await waitFor(async () => expect((await text()).value).toBe('Text 900'));
  });

  it('a template that does not exist any more is said to be missing', async () => {
    template = undefined;
    use();
    expect(await screen.findByText(/^This template could not be loaded/)).toBeTruthy();
    expect((await text()).value).toBe('');
  });

  it('a sender ID that is not among those listed stays chosen', async () => {
    senders = { ...pageOf(aSender(1, 'DEMO'), aSender(2, 'INFO')), count: 201 };
    drafts.keep('compose', { name: 'Dues', sender: uuid(500), senderName: 'ZULU' });
    renderPage('/sms/bulk-sms', <ComposePage />);
    const sender = await screen.findByLabelText<HTMLInputElement>('Sender ID');
    await chosen();
    await waitFor(() => expect(sender.value).toBe('ZULU'));
    expect(drafts.read('compose')).toMatchObject({ sender: uuid(500), senderName: 'ZULU' });
  });
});
