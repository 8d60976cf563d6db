import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Contact } from '../../../schema/contact.ts';
import type { ContactImport } from '../../../schema/contactImport.ts';
import type { Failure } from '../../../schema/entity.ts';
import { runImport } from '../../../server/services/contacts/sheetImport.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

export const PATH = '/v1/core/contacts/imports/';
export const mapping = { phone: 'Mobile', name: 'Name' };

/** A server whose imports can be held up, and requests that start and follow them. */
export function setUpImports() {
  let t: TestApp;
  /** What `enqueue` does: run it now, or let the test do so. */
  let isHeld = false;
  beforeAll(async () => {
    t = await createTestApp({
      enqueue: async (_, { uuid }) => {
        if (!isHeld) await runImport(t.deps, uuid);
      },
    });
  });

  afterAll(() => t.close());
  afterEach(async () => {
    isHeld = false;
    await sql`TRUNCATE contact, contact_group, contact_import, row_count`.execute(t.db);
  });

  async function upload(content: string | Buffer, as: User = 'customer'): Promise<string> {
    const { status, body, text } = await t.upload<{ data: { uuid: string } }>(content, 'my list.csv', as);
    expect(status, text).toBe(201);
    return body.data.uuid;
  }

  async function start(content: string | Buffer, more: object = {}) {
    const file = await upload(content);
    return t.call<{ data: ContactImport } & Failure>('customer', 'POST', PATH, {
      file,
      mapping,
      groups: [],
      ...more,
    });
  }

  const find = async (uuid: string): Promise<ContactImport> =>
    (await t.call<{ data: ContactImport }>('customer', 'GET', `${PATH}${uuid}/`)).body.data;
  const contacts = async (): Promise<Record<string, Contact>> => {
    const { body } = await t.call<{ results: Contact[] }>(
      'customer',
      'GET',
      '/v1/core/contacts/?page_size=1000',
    );
    return Object.fromEntries(body.results.map((contact) => [contact.phone, contact]));
  };

  const refused = (uuid: string) => t.call<Failure>('customer', 'GET', `${PATH}${uuid}/refused/`);
  return {
    get world() {
      return t;
    },
    get isHeld() {
      return isHeld;
    },
    set isHeld(value) {
      isHeld = value;
    },
    start,
    find,
    contacts,
    refused,
    upload,
  };
}
