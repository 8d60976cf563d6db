import { cleanup, screen, waitFor } from '@testing-library/react';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WhenCard } from '../../../src/resources/messaging/compose/WhenCard.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { renderPage } from '../support/messagingConsole.tsx';

let server: JsonServer;
/** The most recipients of an urgent campaign; undefined: the server does not say. */
let most: number | undefined;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
  server.handle((_, response) => {
    response.writeHead(200).end(JSON.stringify({ data: { prices: [], urgent_max: most } }));
  });
});
afterAll(() => server.stop());
afterEach(cleanup);

function render(isUrgent = false) {
  const draft = { when: 'now', at: '', isUrgent } as const;
  renderPage('/', <WhenCard draft={draft as never} edit={() => undefined} errors={{}} />, '/');
}

test.each([
  [undefined, /^Up to 100 recipients/],
  [20, /^Up to 20 recipients/],
])('the provider’s limit of %s stands below the choice', async (limit, text) => {
  most = limit;
  render();
  expect(await screen.findByText(text)).toBeTruthy();
  expect(screen.getByRole('checkbox')).toBeTruthy();
});

test('without urgent campaigns there is no choice, unless a draft still has it', async () => {
  most = 0;
  render();
  await waitFor(() => expect(screen.queryByRole('checkbox')).toBeNull());
  cleanup();
  render(true);
  expect(screen.getByRole('checkbox')).toBeTruthy();
});
