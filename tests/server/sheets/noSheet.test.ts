import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import type { UploadedFile } from '#schema/file.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { pdf } from '../../support/documents.ts';

const SENTENCE = 'This file is a document. Upload a CSV or Excel (.xlsx) file.';

let t: TestApp;
let file: string;
beforeAll(async () => {
  t = await createTestApp();
  file = (await t.upload<{ data: UploadedFile }>(pdf(), 'list.pdf')).body.data.uuid;
});
afterAll(() => t.close());

const mapping = { phone: 'phone' };

test.each([
  ['/v1/core/contacts/imports/', 'file', () => ({ file, mapping, groups: [] })],
  ['/v1/core/sms/blacklist-numbers/imports/', 'file', () => ({ file, mapping })],
  [
    '/v1/sms/compose/plan/',
    'recipients.file',
    () => ({
      ...{ name: 'Offer', sender: t.sender, body: 'Hello' },
      recipients: { file: { reference: file, phone: 'phone' } },
    }),
  ],
])('%s refuses a document in place of a sheet, with the field %s', async (path, field, body) => {
  const { status, body: answer } = await t.call<Failure>('customer', 'POST', path, body());
  expect([status, answer.errors]).toEqual([400, { [field]: [SENTENCE] }]);
});
