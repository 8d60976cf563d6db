import { useQueryClient } from '@tanstack/react-query';
import { act, cleanup, screen, waitFor } from '@testing-library/react';
import { useBlocker } from 'react-router-dom';
import { expect, it } from 'vitest';
import { ComposePage } from '../../../src/resources/messaging/compose/ComposePage.tsx';
import { aCampaign, renderPage, uuid } from '../support/messagingConsole.tsx';
import { field, setUpCompose } from './composeSetup.tsx';

const setup = setUpCompose();

let client: ReturnType<typeof useQueryClient>;
/** The page's address stays as it is, as it does for a moment while the browser is busy. */
function SlowAddress() {
  client = useQueryClient();
  useBlocker(true);
  return <ComposePage />;
}

it('takes a campaign to copy once, also if a newer answer comes before the address has changed', async () => {
  setup.copied = { body: 'Hello again', status: 'cancelled' };
  renderPage('/sms/bulk-sms', <SlowAddress />, `/sms/bulk-sms?copy=${uuid(800)}`);
  await waitFor(async () => expect((await field('Text')).value).toBe('Hello again'));
  const [[key] = []] = client.getQueriesData({ queryKey: ['sms', 'getOne'] });
  act(() => {
    client.setQueryData(key as readonly unknown[], {
      ...aCampaign({ status: 'cancelled', body: 'Newer' }),
      id: uuid(800),
    });
  });
  // A question would be there as soon as its code is.
  await act(async () => void (await import('../../../src/crud/ConfirmBox.tsx')));
  expect(screen.queryByRole('dialog')).toBeNull();
  cleanup();
});
