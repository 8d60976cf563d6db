import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { Contact } from '../../../schema/contact.ts';
import type { ContactGroup } from '../../../schema/contactGroup.ts';
import type { Failure } from '../../../schema/entity.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

export const PATH = '/v1/core/contacts/';
export const GROUPS = '/v1/contact/contact-group/';
export const NOBODY = '01a1fd16-4ea6-78fb-8ba9-b8bd602033c9';
export const input = { name: 'Sita', phone: '9841000001', groups: [], attributes: {}, is_active: true };
export interface Page<T = Contact> {
  count: number;
  next: string | null;
  previous: string | null;
  results: T[];
}

/** An account without contacts, and requests that create and list them. */
export function setUpContacts() {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp();
  });
  afterAll(() => t.close());
  afterEach(() => sql`TRUNCATE contact, contact_group, contact_import, row_count`.execute(t.db));
  const list = async (query = '', as: User = 'customer'): Promise<Page> => {
    const { status, body, text } = await t.call<Page>(as, 'GET', `${PATH}${query}`);
    expect(status, text).toBe(200);
    return body;
  };

  const create = (values: object = {}, as: User = 'customer') =>
    t.call<{ data: Contact } & Failure>(as, 'POST', PATH, { ...input, ...values });
  const group = async (name: string, as: User = 'customer'): Promise<string> =>
    (await t.call<{ data: ContactGroup }>(as, 'POST', GROUPS, { name })).body.data.uuid;
  return {
    get world() {
      return t;
    },
    list,
    create,
    group,
  };
}
