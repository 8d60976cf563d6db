import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession } from '../../../src/core/session.ts';
import { TemplateSelect } from '../../../src/resources/messaging/compose/TemplateSelect.tsx';
import { TeamApprovalNote } from '../../../src/resources/people/team/TeamApprovalNote.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

// What comes after the rest of its page has a place there before, so that nothing moves.

let server: JsonServer;
let held: PromiseWithResolvers<{ status: number; body: object }>;
beforeEach(async () => {
  localStorage.clear();
  preferences.set({ language: 'en' });
  signInCustomer();
  held = Promise.withResolvers();
  server = await startJsonServer();
  pointTo(server.base);
  server.handle(async (_, response) => {
    const { status, body } = await held.promise;
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
  });
});
afterEach(async () => {
  cleanup();
  endSession();
  await server.stop();
});

const templates = () => screen.queryByLabelText<HTMLSelectElement>('Start from a template');
const openTemplates = async () => {
  renderPage('/', <TemplateSelect body="" edit={() => undefined} />);
  await waitFor(() => expect(server.seen).toHaveLength(1));
  expect(templates()?.disabled).toBe(true);
};
const text = { uuid: uuid(1), name: 'Opening hours', body: 'We open at ten.', language: 'en' };

it('keeps the place of the templates while they load', async () => {
  await openTemplates();
  held.resolve({ status: 200, body: pageOf(text) });
  await waitFor(() => expect(templates()?.disabled).toBe(false));
  expect([...(templates()?.options ?? [])].map(({ label }) => label)).toContain('Opening hours');
});

it.each([
  { status: 200, body: pageOf() },
  { status: 500, body: { detail: 'It broke.' } },
])('offers no template where there is none ($status)', async (answer) => {
  await openTemplates();
  held.resolve(answer);
  await waitFor(() => expect(templates()).toBeNull());
});

const note = () => document.querySelector('.team-approval');

it('keeps the place of the note about approval above the team', async () => {
  renderPage('/', <TeamApprovalNote />);
  await waitFor(() => expect(server.seen).toHaveLength(1));
  expect(note()?.getAttribute('aria-busy')).toBe('true');
  held.resolve({ status: 200, body: { data: { above: 500 } } });
  await waitFor(() => expect(note()?.textContent).toContain('500'));
});

it('shows no note about approval where the server has none', async () => {
  renderPage('/', <TeamApprovalNote />);
  await waitFor(() => expect(note()).not.toBeNull());
  held.resolve({ status: 404, body: { detail: 'Not found.' } });
  await waitFor(() => expect(note()).toBeNull());
});
