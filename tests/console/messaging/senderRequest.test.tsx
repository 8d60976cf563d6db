import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { DocumentInput } from '../../../src/crud/DocumentInput.tsx';
import { SendersCard } from '../../../src/resources/people/profile/SendersCard.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
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
  server.handle(({ method, url }, response) => {
    const end = (status: number, body?: unknown) =>
      response.writeHead(status).end(body === undefined ? undefined : JSON.stringify(body));
    if (url === UPLOAD) return void gate.then(() => end(upload.status, upload.body));
    if (method === 'POST') return end(created.status, created.body);
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
const open = () => ({
  ...renderPage('/profile', <SendersCard onDirty={() => {}} />),
  hand: userEvent.setup({ applyAccept: false }),
});
const ask = async (hand: ReturnType<typeof userEvent.setup>) =>
  hand.click(await screen.findByRole('button', { name: 'Request a sender ID' }));
const chooser = () =>
  screen.getByLabelText<HTMLInputElement>(/^Document \(optional\)/, { selector: 'input' });

describe('asking for a sender name', () => {
  test('sends name, purpose and the uploaded document, and lists the request', async () => {
    const { hand } = open();
    expect(await screen.findByText(/^You have no sender ID yet/)).toBeTruthy();
    await ask(hand);
    await hand.type(await screen.findByLabelText('Sender ID'), 'HIMAL');
    await hand.type(screen.getByLabelText('Purpose'), 'Offers');
    await hand.upload(chooser(), letter());
    expect(await screen.findByText('8 B, uploaded')).toBeTruthy();
    senders = [{ ...aSender(8, 'HIMAL', 'pending'), purpose: 'Offers' }];
    await hand.click(screen.getByRole('button', { name: 'Send request' }));
    expect(await screen.findByText('Request for HIMAL sent')).toBeTruthy();
    expect(await screen.findByText('Pending')).toBeTruthy();
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

  test('is not sent while the document is on its way', async () => {
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

  test('a request is withdrawn after asking; a rejected one says why and stays', async () => {
    senders = [
      { ...aSender(8, 'HIMAL', 'pending'), purpose: 'Offers', document: uuid(7) },
      { ...aSender(9, 'BANK', 'rejected'), reason: 'Show a letter.' },
    ];
    const { hand } = open();
    expect(await screen.findByText('Reason: Show a letter.')).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Document: HIMAL' })).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Document: BANK' })).toBeNull();
    await hand.click(screen.getByRole('button', { name: 'Withdraw: HIMAL' }));
    expect(screen.queryByRole('button', { name: 'Withdraw: BANK' })).toBeNull();
    const dialog = await screen.findByRole('dialog', { name: 'Withdraw the request for HIMAL?' });
    senders = senders.slice(1);
    await hand.click(within(dialog).getByRole('button', { name: 'Withdraw' }));
    await waitFor(() => expect(screen.queryByText('HIMAL')).toBeNull());
    expect(sent('DELETE', IDENTITIES).map(({ url }) => url)).toEqual([`${IDENTITIES}${uuid(8)}/`]);
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
      /^a.png is too large. Choose a file up to 10 MB/,
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

  test('that is stopped is not there, whatever the server answers', async () => {
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
