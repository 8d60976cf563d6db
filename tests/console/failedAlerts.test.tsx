import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { Form } from 'ra-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { Plan } from '#schema/compose.ts';
import { HttpError, http } from '../../src/core/http.ts';
import { preferences } from '../../src/core/preferences.ts';
import { endSession } from '../../src/core/session.ts';
import { DocumentInput } from '../../src/crud/DocumentInput.tsx';
import { DecisionFailure } from '../../src/crud/review/DecisionFailure.tsx';
import { ProofForm } from '../../src/layout/ProofForm.tsx';
import { Outcome } from '../../src/resources/billing/onlinePayment/Outcome.tsx';
import { AdjustWallet } from '../../src/resources/billing/payments/AdjustWallet.tsx';
import { PaymentFailure } from '../../src/resources/billing/payments/PaymentFailure.tsx';
import { AddDialog } from '../../src/resources/contacts/contacts/AddDialog.tsx';
import { TrialMessage } from '../../src/resources/dashboard/TrialMessage.tsx';
import { TrialNumber } from '../../src/resources/dashboard/TrialNumber.tsx';
import { RescheduleDialog } from '../../src/resources/messaging/campaigns/RescheduleDialog.tsx';
import { blank } from '../../src/resources/messaging/compose/draft.ts';
import { SenderAlert } from '../../src/resources/messaging/compose/SenderAlert.tsx';
import { SheetInput } from '../../src/resources/messaging/compose/SheetInput.tsx';
import { TestDialog } from '../../src/resources/messaging/compose/TestDialog.tsx';
import { useSheetUpload } from '../../src/resources/messaging/compose/useSheetUpload.ts';
import { CheckFailure } from '../../src/resources/messaging/compose/WriteNotices.tsx';
import { TestConnection } from '../../src/resources/operations/operatorLinks/TestConnection.tsx';
import { InvoiceSeriesTable } from '../../src/resources/operations/settings/billing/InvoiceSeriesTable.tsx';
import { SignInAs } from '../../src/resources/people/users/SignInAs.tsx';
import { type JsonServer, pointTo, startJsonServer } from './support/jsonServer.ts';
import { aCampaign, aPlan, renderPage, uuid } from './support/messagingConsole.tsx';
import { SameThread } from './support/sheetWorker.ts';
import { signInStaff } from './support/staffConsole.tsx';

let server: JsonServer;
beforeAll(async () => {
  server = await startJsonServer();
  pointTo(server.base);
});
afterAll(() => server.stop());
beforeEach(() => {
  vi.stubGlobal('Worker', SameThread);
  preferences.set({ language: 'en' });
  signInStaff('admin');
});
afterEach(() => {
  cleanup();
  endSession();
  vi.unstubAllGlobals();
});

const none = () => undefined;
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const type = async (label: RegExp, text: string) => userEvent.type(await screen.findByLabelText(label), text);
const ask = async () => {
  await http.json('/v1/x/', { body: {} });
};

const person = { uuid: uuid(1), name: 'Sita', role: 'customer', is_active: true, account_name: 'Himal' };
const wallet = { uuid: uuid(2), name: 'Himal', balance: 100_000 };
const trial = {
  ...{ open: true, refusal: null, sender: 'X', phone: null, verified: false, code_sent: false },
};
const check = {
  operators: [{ operator: 'ncell', recipients: 2 }],
  alternative: { uuid: uuid(3), name: 'OTHER' },
};

const year = { fiscal_year: '2083/84', prefix: '', first: 1, last: null };

function Sheet() {
  const upload = useSheetUpload(none);
  return <SheetInput draft={blank} errors={{}} edit={none} upload={upload} />;
}

const pages: [string, React.ReactElement, () => Promise<void>][] = [
  [
    'another time of a campaign',
    <RescheduleDialog
      key="x"
      campaign={aCampaign({ status: 'scheduled', scheduled_at: '2033-04-14T03:45:00Z' }) as never}
      onDone={none}
      onClose={none}
    />,
    () => press('Save the time'),
  ],
  [
    'a number for the blacklist',
    <AddDialog key="x" phone="+9779841000001" onClose={none} />,
    () => press(/^Add/),
  ],
  [
    'a form in a dialog',
    <SignInAs key="x" user={person as never} />,
    async () => {
      await press('Sign in as');
      await type(/^Reason/, 'Ticket 12, asked by Sita');
      await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Sign in as' }));
    },
  ],
  [
    'a wallet',
    <AdjustWallet key="x" target={wallet} onDone={none} />,
    async () => {
      await press('Adjust wallet');
      await type(/^Amount/, '50');
      await type(/^Reason/, 'Refund');
      await press(/^Add Rs/);
    },
  ],
  [
    'a proof',
    <ProofForm key="x" asks={['code']} submit="Go on" send={ask} onClose={none} />,
    async () => {
      await type(/code/i, '123456');
      await press('Go on');
    },
  ],
  [
    'a number of a trial',
    <TrialNumber key="x" trial={{ ...trial, left: 3, samples: false } as never} onChange={none} />,
    () => press('Send code'),
  ],
  [
    'a message of a trial',
    <TrialMessage
      key="x"
      trial={{ ...trial, phone: '+9779841000001', verified: true, left: 3, samples: false } as never}
      onChange={none}
    />,
    () => press(/^Send to/),
  ],
  [
    'a test of an operator link',
    <Form key="x">
      <TestConnection />
    </Form>,
    () => press('Test connection'),
  ],
  [
    'a series of invoices',
    <InvoiceSeriesTable key="x" series={[year]} onChanged={none} />,
    async () => {
      await press(/2083\/84$/);
      await press('Save');
    },
  ],
  [
    'a file of recipients',
    <Sheet key="x" />,
    async () => {
      const file = new File(['Mobile\n9841000001\n'], 'people.csv', { type: 'text/csv' });
      await userEvent.upload(await screen.findByLabelText('Choose a file'), file);
      await press(/^Use this file/);
    },
  ],
  [
    'another sender ID',
    <SenderAlert key="x" plan={aPlan({ sender_check: check } as Partial<Plan>)} onSender={ask} />,
    () => press('Check with OTHER'),
  ],
  [
    'a test message',
    <TestDialog
      key="x"
      draft={{
        ...blank,
        checked: null,
        isSendable: false,
        body: 'Hello',
        sender: uuid(4),
        senderName: 'DEMO',
      }}
      values={{}}
      onClose={none}
    />,
    async () => {
      await type(/^Mobile number/, '9841000001');
      await press('Send the test');
    },
  ],
  [
    'a document',
    <DocumentInput key="x" label="Receipt" value={null} onChange={none} />,
    async () => {
      const file = new File([new Uint8Array([0x89, 0x50, 0x4e, 0x47])], 'a.png', { type: 'image/png' });
      await userEvent.upload(await screen.findByLabelText(/^Receipt/), file);
    },
  ],
];

const answered = (status: number) =>
  server.reply(status, { detail: `It went wrong (${status}).`, code: 'x', request_id: 'id-of-a-failure' });
const COPY = { name: 'Copy reference' };
/** The alert with these words. A toast is none, and says them too. */
const alertWith = (words: string) =>
  waitFor(() => {
    const found = screen.getAllByRole('alert').find(({ textContent }) => textContent.includes(words));
    if (!found) throw new Error(`No alert says “${words}”.`);
    return found;
  });

test.each(pages)('%s that the server fails at names its request, to be copied', async (_, page, act) => {
  answered(500);
  renderPage('/', page);
  await act();
  const alert = await alertWith('id-of-a-failure');
  expect(within(alert).getByRole('button', COPY)).toBeTruthy();
});

test.each(pages)('%s that the server refuses names none', async (_, page, act) => {
  answered(409);
  renderPage('/', page);
  await act();
  await alertWith('It went wrong (409).');
  expect(screen.queryByRole('button', COPY)).toBeNull();
});

test.each([
  ['decision', (failure: HttpError) => <DecisionFailure failure={failure} isUncertain />],
  [
    'payment',
    (failure: HttpError) => <PaymentFailure {...{ failure, amount: 1 }} isUncertain onRetry={none} />,
  ],
  [
    'check of an online payment',
    (error: HttpError) => (
      <Outcome
        online={{ payment: undefined, looked: undefined, isAsking: false, error, again: none }}
        service="eSewa"
      />
    ),
  ],
  ['check of a campaign', (failure: HttpError) => <CheckFailure failure={failure} />],
])('a %s names the request of a failure, and not that of a refusal', async (_, show) => {
  const failed = (status: number) => show(new HttpError('No.', status, { request_id: `id-of-${status}` }));
  const { unmount } = renderPage('/', failed(429));
  expect((await screen.findByRole('alert')).textContent).not.toContain('id-of-429');
  unmount();
  renderPage('/', failed(503));
  expect((await screen.findByRole('alert')).textContent).toContain('id-of-503');
});
