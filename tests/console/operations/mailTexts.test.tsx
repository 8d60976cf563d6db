import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import type { MailText } from '#schema/mailTexts.ts';
import { endSession } from '../../../src/core/session.ts';
import { MailTexts } from '../../../src/resources/operations/settings/mail/MailTexts.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';
import { signInStaff } from '../support/staffConsole.tsx';

let server: JsonServer;
let text: MailText;
let refusal: object | undefined;
const never = '1970-01-01T00:00:00.000Z';
const ours = { subject: 'Your code', body: 'Enter it:\n\n{{code}}', is_own: false, updated_at: never };
beforeAll(async () => {
  server = await startJsonServer();
  server.handle(({ method, body }, response) => {
    const end = (status: number, answer: unknown) => response.writeHead(status).end(JSON.stringify(answer));
    if (method === 'PUT' && refusal) return end(400, refusal);
    if (method === 'PUT') text = { ...text, ...JSON.parse(body), is_own: true };
    if (method === 'DELETE') text = { ...text, ...ours };
    end(200, { data: { texts: [text], signature: { en: ['Himal SMS', '01-5970000'], ne: ['Himal SMS'] } } });
  });
});
afterAll(() => server.stop());
beforeEach(() => {
  pointTo(server.base);
  signInStaff('admin');
  server.seen.length = 0;
  refusal = undefined;
  text = { kind: 'code', language: 'en', ...ours };
});
afterEach(() => {
  cleanup();
  endSession();
});

async function open() {
  renderPage('/admin/settings/mail', <MailTexts />);
  const hand = userEvent.setup();
  await hand.click(await screen.findByRole('button', { name: /^English.*Sign-up code/ }));
  return { hand, dialog: within(await screen.findByRole('dialog')) };
}
const sent = () =>
  server.seen
    .filter(({ method }) => !['GET', 'OPTIONS'].includes(method))
    .map(({ method, url, body }) => [method, url, body && JSON.parse(body)]);

test('shows the mail as its reader gets it while it is written, then saves it', async () => {
  const { hand, dialog } = await open();
  const preview = within(dialog.getByRole('region', { name: 'Preview' }));
  expect(preview.getByText('123456')).toBeTruthy();
  expect(preview.getByText(/Himal SMS\s01-5970000/)).toBeTruthy();
  await hand.type(dialog.getByLabelText('E-mail body'), '\n\nThanks, {{{{product}}');
  expect(preview.getByText('Thanks, Himal SMS')).toBeTruthy();
  await hand.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const body = `${ours.body}\n\nThanks, {{product}}`;
  expect(sent()).toEqual([['PUT', '/v1/admin/settings/mail/texts/code/en/', { subject: 'Your code', body }]]);
  expect(screen.getByRole('button', { name: /^English · changed/ })).toBeTruthy();
});

test('says at the field what is wrong, and keeps what was typed', async () => {
  const { hand, dialog } = await open();
  refusal = { code: 'invalid', detail: 'Invalid', errors: { body: ['The body must contain {{code}}.'] } };
  await hand.clear(dialog.getByLabelText('E-mail body'));
  await hand.type(dialog.getByLabelText('E-mail body'), 'Hello');
  await hand.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog.getByLabelText('E-mail body').getAttribute('aria-invalid')).toBe('true'));
  expect(dialog.getByText('The body must contain {{code}}.')).toBeTruthy();
  expect(dialog.getByLabelText<HTMLTextAreaElement>('E-mail body').value).toBe('Hello');
});

test('returns to the original text after a question', async () => {
  text = { ...text, body: 'Own {{code}}', is_own: true };
  const { hand, dialog } = await open();
  await hand.click(dialog.getByRole('button', { name: 'Use the original text' }));
  const question = within(await screen.findByRole('dialog', { name: 'Use the original text?' }));
  expect(sent()).toEqual([]);
  await hand.click(question.getByRole('button', { name: 'Use the original text' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(sent()).toEqual([['DELETE', '/v1/admin/settings/mail/texts/code/en/', '']]);
});

test('names the version that was opened, whatever is loaded meanwhile; what somebody else changed stays', async () => {
  const { hand, dialog } = await open();
  text = { ...text, body: 'A colleague’s {{code}}', is_own: true, updated_at: '2026-01-02T03:04:05.000Z' };
  const detail = 'This record was changed after you opened it. Nothing was saved. Reload it and try again.';
  refusal = { code: 'changed', detail };
  await hand.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText(detail)).toBeTruthy();
  await hand.click(dialog.getByRole('button', { name: 'Cancel' }));
  refusal = undefined;
  await screen.findByRole('button', { name: /^English · changed/ });
  await hand.click(screen.getByRole('button', { name: /^English.*Sign-up code/ }));
  const again = within(await screen.findByRole('dialog'));
  expect(again.getByLabelText<HTMLTextAreaElement>('E-mail body').value).toBe('A colleague’s {{code}}');
  await hand.click(again.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const versions = server.seen
    .filter(({ method }) => method === 'PUT')
    .map(({ headers }) => headers['if-match']);
  expect(versions).toEqual([`"${never}"`, '"2026-01-02T03:04:05.000Z"']);
});
