import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { DocumentInput } from '../../../src/crud/DocumentInput.tsx';
import { senderIdentity } from '../../../src/resources/messaging/senderIdentities/index.tsx';
import { renderConsole, signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { aSender, pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

const UPLOAD = '/v1/core/upload/file/public/';
const IDENTITIES = '/v1/sms/identities/';
let server: JsonServer;
let senders: Record<string, unknown>[];
let upload: { status: number; body: unknown };
let created: { status: number; body: unknown };
/** Upload answers wait for it, where a test is to see what happens meanwhile. */
let gate: Promise<void>;

const sent = (method: string, path: string) =>
  server.seen.filter((one) => one.method === method && one.url.startsWith(path));

beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(({ method, url, body }, response) => {
    const end = (status: number, body?: unknown) =>
      response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
    if (url === UPLOAD) return void gate.then(() => end(upload.status, upload.body));
    if (method === 'POST') return end(created.status, created.body);
    if (method === 'PUT') return end(200, { data: { ...senders[0], ...JSON.parse(body) } });
    const one = senders.find((sender) => url.endsWith(`/${sender.uuid}/`));
    if (one) return end(200, { data: one });
    if (method === 'DELETE') return end(204);
    return end(200, pageOf(...senders));
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  signInCustomer();
  server.seen.length = 0;
  senders = [];
  upload = { status: 201, body: { data: { uuid: uuid(7), name: 'x', size: 1, kind: 'pdf' } } };
  created = { status: 201, body: { data: { ...aSender(8, 'HIMAL', 'pending'), purpose: 'Offers' } } };
  gate = Promise.resolve();
});
afterEach(() => {
  cleanup();
  sessionStorage.clear();
  endSession();
  preferences.set({ language: 'en' });
});

const letter = () => new File(['%PDF-1.4'], 'letter.pdf', { type: 'application/pdf' });
const LIST = '/sms/sender-identities';
const open = (address = LIST) => ({
  ...renderConsole([{ name: 'sms/sender-identities', ...senderIdentity }], address, server.base),
  hand: userEvent.setup({ applyAccept: false }),
});
const ask = async (hand: ReturnType<typeof userEvent.setup>) =>
  hand.click((await screen.findAllByRole('link', { name: 'Request a sender ID' }))[0] as HTMLElement);
const chooser = () =>
  screen.getByLabelText<HTMLInputElement>(/^Document \(optional\)/, { selector: 'input' });

describe('asking for a sender ID', () => {
  test('sends name, purpose and the uploaded document, and lists the request', async () => {
    const { hand } = open();
    expect(await screen.findByText('No sender IDs yet')).toBeTruthy();
    await ask(hand);
    await hand.type(await screen.findByLabelText('Sender ID'), 'HIMAL');
    await hand.type(screen.getByLabelText('Purpose'), 'Offers');
    await hand.upload(chooser(), letter());
    expect(await screen.findByText('8 B, uploaded')).toBeTruthy();
    senders = [{ ...aSender(8, 'HIMAL', 'pending'), purpose: 'Offers' }];
    await hand.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Request for HIMAL sent')).toBeTruthy();
    expect(await screen.findByRole('heading', { level: 1, name: /HIMAL/ })).toBeTruthy();
    expect(screen.getAllByText('Pending').length).toBeGreaterThan(0);
    expect(JSON.parse(sent('POST', IDENTITIES)[0]?.body ?? '')).toEqual({
      name: 'HIMAL',
      purpose: 'Offers',
      document: uuid(7),
    });
  });

  test('says at the fields what is wrong, before and after the server', async () => {
    created = {
      status: 400,
      body: {
        detail: 'No',
        errors: { name: ['Your account already has this sender ID, or has requested it.'] },
      },
    };
    const { hand } = open();
    await ask(hand);
    await hand.type(await screen.findByLabelText('Sender ID'), 'My shop');
    await hand.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Use 3 to 11 letters (A to Z) and digits, without spaces.')).toBeTruthy();
    expect(screen.getByText('Required')).toBeTruthy();
    expect(sent('POST', IDENTITIES)).toEqual([]);
    await hand.clear(screen.getByLabelText('Sender ID'));
    await hand.type(screen.getByLabelText('Sender ID'), 'MyShop');
    await hand.type(screen.getByLabelText('Purpose'), 'Offers');
    await hand.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText(/^Your account already has this sender ID/)).toBeTruthy();
  });

  test('is not sent while the document is uploading', async () => {
    let release = () => {};
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const { hand } = open();
    await ask(hand);
    await hand.type(await screen.findByLabelText('Sender ID'), 'HIMAL');
    await hand.type(screen.getByLabelText('Purpose'), 'Offers');
    await hand.upload(chooser(), letter());
    await screen.findByRole('progressbar', { name: 'letter.pdf' });
    await hand.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText(/still uploading/)).toBeTruthy();
    expect(sent('POST', IDENTITIES)).toEqual([]);
    release();
    expect(await screen.findByText('8 B, uploaded')).toBeTruthy();
  });

  test('a request is withdrawn after asking; what is decided stays, and says why', async () => {
    senders = [
      { ...aSender(8, 'HIMAL', 'pending'), purpose: 'Offers', document: uuid(7) },
      { ...aSender(9, 'BANK', 'rejected'), purpose: 'News', reason: 'Show a letter.' },
    ];
    const { hand } = open();
    await hand.click(await screen.findByRole('button', { name: 'Withdraw: HIMAL' }));
    expect(screen.queryByRole('button', { name: 'Withdraw: BANK' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw the request for HIMAL?' });
    senders = senders.slice(1);
    await hand.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(screen.queryByText('HIMAL')).toBeNull());
    expect(sent('DELETE', IDENTITIES).map(({ url }) => url)).toEqual([`${IDENTITIES}${uuid(8)}/`]);
    await hand.click(screen.getByRole('link', { name: 'BANK' }));
    expect(await screen.findByText(/Show a letter\./)).toBeTruthy();
    for (const name of [/^Edit/, /^Withdraw/, /^Delete/])
      expect(screen.queryByRole('button', { name }) ?? screen.queryByRole('link', { name })).toBeNull();
  });

  test('purpose and document are changed while it is pending, and not afterwards', async () => {
    senders = [{ ...aSender(8, 'HIMAL', 'pending'), purpose: 'Offers', document: null }];
    const { hand, unmount } = open(`${LIST}/${uuid(8)}`);
    const purpose = await screen.findByLabelText('Purpose');
    expect(screen.queryByLabelText('Sender name')).toBeNull();
    await hand.clear(purpose);
    await hand.type(purpose, 'News');
    await hand.click(screen.getByRole('button', { name: 'Save' }));
    await waitFor(() => expect(sent('PUT', IDENTITIES)).toHaveLength(1));
    expect(JSON.parse(sent('PUT', IDENTITIES)[0]?.body ?? '')).toEqual({
      ...{ name: 'HIMAL', purpose: 'News', document: null },
    });
    unmount();
    senders = [{ ...aSender(8, 'HIMAL', 'approved'), purpose: 'Offers', document: null }];
    open(`${LIST}/${uuid(8)}`);
    expect(await screen.findByText(/can no longer be changed/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
  });
});

function Form() {
  const [value, setValue] = useState<string | null>(null);
  return (
    <>
      <DocumentInput label="Receipt" value={value} onChange={setValue} />
      <output>{value ?? 'none'}</output>
    </>
  );
}

describe('a document', () => {
  const show = () => ({
    ...renderPage('/profile', <Form />),
    hand: userEvent.setup({ applyAccept: false }),
  });
  const input = () => screen.getByLabelText<HTMLInputElement>(/^Receipt/, { selector: 'input' });
  const value = () => screen.getByText(/^(none|01890000.*)$/, { selector: 'output' }).textContent;

  test.each([
    ['of another kind', new File(['x'], 'a.exe'), /^a.exe is not a picture/],
    ['without content', new File([], 'a.pdf', { type: 'application/pdf' }), /^a.pdf is empty/],
    [
      'of more than 10 MB',
      new File([new Uint8Array(10 * 1024 * 1024 + 1)], 'a.png', { type: 'image/png' }),
      /^a.png is too large. Choose a file up to 10\sMB/,
    ],
  ])('%s is refused before it is sent', async (_, file, text) => {
    const { hand } = show();
    await hand.upload(input(), file);
    expect((await screen.findByRole('alert')).textContent).toMatch(text);
    expect(input().getAttribute('aria-invalid')).toBe('true');
    expect(sent('POST', UPLOAD)).toEqual([]);
  });

  test('is dropped, and taken away by the keyboard', async () => {
    const { hand } = show();
    const area = input().closest('.document-area') as HTMLElement;
    fireEvent.drop(area, { dataTransfer: { files: [letter()] } });
    await waitFor(() => expect(value()).toBe(uuid(7)));
    screen.getByRole('button', { name: 'Remove the document: Receipt' }).focus();
    await hand.keyboard('{Enter}');
    expect(value()).toBe('none');
    expect(document.activeElement).toBe(input());
  });

  test('another one replaces it', async () => {
    const { hand } = show();
    await hand.upload(input(), letter());
    await waitFor(() => expect(value()).toBe(uuid(7)));
    upload = { status: 201, body: { data: { uuid: uuid(70) } } };
    await hand.upload(input(), new File(['%PDF-1.4 other'], 'other.pdf', { type: 'application/pdf' }));
    await waitFor(() => expect(value()).toBe(uuid(70)));
    expect(screen.getByText('other.pdf')).toBeTruthy();
  });

  test('stays until another one is uploaded, also if that fails or is stopped', async () => {
    const { hand } = show();
    await hand.upload(input(), letter());
    await waitFor(() => expect(value()).toBe(uuid(7)));
    const other = new File(['%PDF-1.4 other'], 'other.pdf', { type: 'application/pdf' });
    const isKept = async () => {
      expect(await screen.findByText('letter.pdf')).toBeTruthy();
      expect(value()).toBe(uuid(7));
    };
    await hand.upload(input(), new File(['x'], 'a.exe'));
    expect(screen.getByRole('alert').textContent).toMatch(/^a.exe is not a picture/);
    await isKept();
    upload = { status: 415, body: { detail: 'This is no document.' } };
    await hand.upload(input(), other);
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This is no document.'));
    await isKept();
    gate = new Promise(() => undefined);
    await hand.upload(input(), other);
    expect(screen.getByText('other.pdf')).toBeTruthy();
    await hand.click(await screen.findByRole('button', { name: 'Stop the upload: Receipt' }));
    await isKept();
    await hand.click(screen.getByRole('button', { name: 'Remove the document: Receipt' }));
    expect(value()).toBe('none');
  });

  test('whose upload is cancelled is not attached, whatever the server answers', async () => {
    let release = () => {};
    gate = new Promise((resolve) => {
      release = resolve;
    });
    const { hand } = show();
    await hand.upload(input(), letter());
    await hand.click(await screen.findByRole('button', { name: 'Stop the upload: Receipt' }));
    release();
    expect(await screen.findByText(/^Drop a picture/)).toBeTruthy();
    expect(value()).toBe('none');
  });

  test('that the server refuses says why, and can be chosen again', async () => {
    upload = { status: 415, body: { detail: 'This is no document.' } };
    const { hand } = show();
    await hand.upload(input(), letter());
    await waitFor(() => expect(screen.getByRole('alert').textContent).toBe('This is no document.'));
    upload = { status: 201, body: { data: { uuid: uuid(7) } } };
    await hand.upload(input(), letter());
    await waitFor(() => expect(value()).toBe(uuid(7)));
    expect(screen.getByRole('alert').textContent).toBe('');
  });
});
