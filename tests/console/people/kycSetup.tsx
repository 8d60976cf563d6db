import { cleanup, fireEvent, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { preferences } from '../../../src/core/preferences.ts';
import { endSession, getUser } from '../../../src/core/session.ts';
import { KycPage } from '../../../src/resources/people/kyc/KycPage.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { type JsonServer, pointTo, startJsonServer } from '../support/jsonServer.ts';
import { pageOf, renderPage, uuid } from '../support/messagingConsole.tsx';

export const SUBMIT = '/v1/autho/kyc/submit/';
type Reply = { status?: number; body?: unknown; delay?: number } | 'drop';
const ours: Record<string, unknown> = {
  '/v1/core/locations/provinces/': [
    { id: 1, name: 'Koshi', name_ne: 'कोशी' },
    { id: 3, name: 'Bagmati', name_ne: 'बागमती' },
  ],
  '/v1/core/locations/districts/': [
    { id: 1, name: 'Bhojpur', name_ne: 'भोजपुर', province: 1 },
    { id: 27, name: 'Kathmandu', name_ne: 'काठमाडौँ', province: 3 },
  ],
  '/v1/core/locations/municipalities/?district=27': [
    { id: 307, name: 'Kathmandu', name_ne: 'काठमाडौँ', district: 27, level: 'metropolitan', wards: 32 },
  ],
};

export const values = {
  ...{ first_name: 'Asha', middle_name: null, last_name: 'Gurung', name_ne: null, gender: 'female' },
  ...{ birth_date: '1990-05-17', document_type: 'citizenship', document_number: '27-01' },
  ...{ issue_date: '2008-01-02', issue_district: 27, province: 3, district: 27, municipality: 307, ward: 10 },
  ...{ tole: null, company_name: null, company_pan: null, pan_certificate: null },
  ...{ document_front: uuid(1), document_back: uuid(2), photo: uuid(3) },
};

export const record = (more: object = {}) => ({
  ...values,
  uuid: uuid(50),
  account: uuid(51),
  name: 'Asha Gurung',
  type: 'individual',
  status: 'pending',
  reason: null,
  submitted_at: '2026-01-02T03:04:05Z',
  decided_at: null,
  created_at: '2026-01-02T03:04:05Z',
  updated_at: '2026-01-02T03:04:05Z',
  ...more,
});

export const open = (address = '/kyc') => ({
  ...renderPage('/kyc', <KycPage />, address),
  hand: userEvent.setup({ applyAccept: false }),
});

export const keep = (draft: object) =>
  sessionStorage.setItem('draft:kyc', JSON.stringify({ owner: getUser()?.uuid, value: draft }));

export const step = (number: number) =>
  screen.findByRole('heading', { level: 2, name: new RegExp(`^Step ${number} of 5: `) });

export const selectContinue = async () =>
  fireEvent.click(await screen.findByRole('button', { name: 'Continue' }));
export const input = (label: string) => screen.findByLabelText<HTMLInputElement>(label);

/** A server that keeps verifications, and the form’s fields and buttons. */
export function setUpKyc() {
  let server: JsonServer;
  let records: unknown[];
  let submitted: Reply;
  /** What the server takes an upload for. */
  let kind: string;
  /** What the server answers of places, by address. */
  let places = ours;
  /** Until places are answered, in milliseconds. */
  let delay: number;
  beforeAll(async () => {
    server = await startJsonServer();
    pointTo(server.base);
    server.handle(({ method, url }, response) => {
      const reply = ({ status = 200, body, delay = 0 }: Exclude<Reply, 'drop'>) =>
        setTimeout(() => response.writeHead(status).end(JSON.stringify(body)), delay);
      if (url === SUBMIT) return submitted === 'drop' ? response.destroy() : reply(submitted);
      if (method === 'POST') return reply({ status: 201, body: { data: { uuid: uuid(7), kind } } });
      if (url.startsWith('/v1/autho/kyc/')) return reply({ body: pageOf(...records) });
      if (url.startsWith('/v1/autho/user/profile/')) return reply({ body: { data: getUser() } });
      if (url.startsWith('/v1/core/files/'))
        return response.writeHead(200, { 'Content-Type': 'image/png' }).end('picture');
      return places[url] ? reply({ body: { data: places[url] }, delay }) : reply({ status: 404, body: {} });
    });
  });

  afterAll(() => server.stop());
  beforeEach(() => {
    sessionStorage.clear();
    preferences.set({ language: 'en', calendar: 'ad', digits: 'latin' });
    signInCustomer();
    server.seen.length = 0;
    records = [];
    submitted = { status: 201, body: { data: record() } };
    kind = 'png';
    places = ours;
    delay = 0;
  });

  afterEach(() => {
    cleanup();
    endSession();
    pointTo(server.base);
  });

  return {
    get server() {
      return server;
    },
    get kind() {
      return kind;
    },
    set kind(value) {
      kind = value;
    },
    set places(value: Record<string, unknown>) {
      places = value;
    },
    get delay() {
      return delay;
    },
    set delay(value) {
      delay = value;
    },
    get records() {
      return records;
    },
    set records(value) {
      records = value;
    },
    get submitted() {
      return submitted;
    },
    set submitted(value) {
      submitted = value;
    },
  };
}
