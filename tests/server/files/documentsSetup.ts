import { afterAll, beforeAll, expect } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { FILES_PATH, type UploadedFile } from '#schema/file.ts';
import { createTestApp, type TestApp, type User } from '../../support/app.ts';

/** A server that stores documents, and requests that upload and read them. */
export function setUpDocuments() {
  let t: TestApp;
  beforeAll(async () => {
    t = await createTestApp({ enqueue: async () => {} });
  });
  afterAll(() => t.close());
  const uploaded = async (
    content: Buffer | string,
    name = 'scan',
    as: User = 'customer',
  ): Promise<UploadedFile> => {
    const { status, body, text } = await t.upload<{ data: UploadedFile }>(content, name, as);
    expect(status, text).toBe(201);
    return body.data;
  };

  const read = (uuid: string, as: User | null = 'customer') =>
    t.call<Failure>(as, 'GET', `${FILES_PATH}${uuid}/`);
  return {
    get world() {
      return t;
    },
    uploaded,
    read,
  };
}
