import { describe, expect, test, vi } from 'vitest';
import { fileNameOf } from '../../../src/core/fileName.ts';
import { createHttp, failureOf } from '../../../src/core/http.ts';
import { failing, setUpHttp } from './httpSetup.ts';

const setup = setUpHttp();

describe('a download', () => {
  test.each([
    ['attachment; filename="contacts.csv"', 'contacts.csv'],
    ['attachment; filename=plain.csv; size=1', 'plain.csv'],
    ['attachment; filename="x.csv"; filename*=UTF-8\'\'%E0%A4%A8%E0%A4%BE%E0%A4%AE.csv', 'नाम.csv'],
    ['attachment', undefined],
    [null, undefined],
  ])('takes its name from %s', (header, name) => expect(fileNameOf(header)).toBe(name));

  test('is saved under that name', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const names: string[] = [];
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
      this: HTMLAnchorElement,
    ) {
      names.push(this.download);
    });
    setup.server.reply(200, 'a,b', { 'Content-Disposition': 'attachment; filename="from-server.csv"' });
    await createHttp({ base: setup.base }).download('/v1/x/', { name: 'mine.csv' });
    setup.server.reply(200, 'a,b');
    await createHttp({ base: setup.base }).download('/v1/x/', { name: 'mine.csv' });
    expect(names).toEqual(['from-server.csv', 'mine.csv']);
    click.mockRestore();
  });

  test('with a body is a POST', async () => {
    vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x');
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    setup.server.reply(200, 'a,b');
    await createHttp({ base: setup.base }).download('/v1/x/');
    await createHttp({ base: setup.base }).download('/v1/x/', { body: { language: 'ne' } });
    const sent = setup.server.seen
      .slice(-2)
      .map(({ method, body, headers }) => [method, body, headers['content-type']]);
    expect(sent).toEqual([
      ['GET', '', undefined],
      ['POST', '{"language":"ne"}', 'application/json'],
    ]);
    click.mockRestore();
  });

  test('that fails with a JSON detail calls nothing more; any other failure calls back', async () => {
    const onFailure = vi.fn();
    setup.server.reply(400, '{"detail":"Too many"}');
    await failing(createHttp({ base: setup.base }).download('/v1/x/', { onFailure }));
    expect(onFailure).not.toHaveBeenCalled();
    setup.server.reply(500, 'broken');
    await failing(createHttp({ base: setup.base }).download('/v1/x/', { onFailure }));
    expect(onFailure).toHaveBeenCalledOnce();
  });
});

test('an upload is the multipart field "file" and tells its progress', async () => {
  const progress: number[] = [];
  setup.server.reply(201, '{"data":{"uuid":"u"}}');
  const file = new File(['name,phone\n'], 'list.csv', { type: 'text/csv' });
  const result = await createHttp({ base: setup.base }).upload('/v1/core/upload/file/public/', file, {
    onProgress: (fraction) => progress.push(fraction),
  });
  expect(result).toEqual({ data: { uuid: 'u' } });
  expect(setup.server.last().headers.authorization).toBe('Token abc');
  expect(setup.server.last().body).toMatch(/name="file"; filename="list.csv"/);
  expect(progress.at(-1)).toBe(1);
});

test('a failure with an empty answer says Internal Server Error', () => {
  const none = { status: 0, statusText: '', retryAfter: null };
  expect(failureOf(none, '')).toMatchObject({ status: 500, message: 'Internal Server Error' });
});

test.each([
  ['', '30', 'Too many requests. Try again in 30 seconds.'],
  ['{}', '30', 'Too many requests. Try again in 30 seconds.'],
  ['<html><h1>429 Too Many Requests</h1></html>', '30', 'Too many requests. Try again in 30 seconds.'],
  ['', undefined, 'Too many requests. Try again in 60 seconds.'],
  ['', '3600', 'Too many requests. Try again in 60 minutes.'],
  ['{"detail":"Only 5 a day."}', '30', 'Only 5 a day.'],
])(
  'an upload that a gateway refuses with %j and Retry-After %s says when to try again',
  async (body, wait, said) => {
    setup.server.reply(429, body, wait === undefined ? {} : { 'Retry-After': wait });
    const http = createHttp({ base: setup.base });
    expect((await failing(http.upload('/v1/a/', new File(['a'], 'a.csv')))).message).toBe(said);
    expect((await failing(http.json('/v1/a/', { body: {} }))).message).toBe(said);
  },
);

test('only a failure that is named after its status is silent', () => {
  const isSilent = (status: number, body: string) =>
    failureOf({ status, statusText: 'Name', retryAfter: null }, body).isSilent;
  expect([isSilent(503, '{}'), isSilent(503, '{"detail":"Away."}'), isSilent(429, '')]).toEqual([
    true,
    false,
    false,
  ]);
});

test('an upload that is refused for now says when to try again', async () => {
  setup.server.reply(429, '{"detail":"Too many"}', { 'Retry-After': '30' });
  const call = createHttp({ base: setup.base }).upload(
    '/v1/core/upload/file/public/',
    new File(['a'], 'a.csv'),
  );
  expect(await failing(call)).toMatchObject({ status: 429, retryAfter: '30' });
});
