import { randomBytes } from 'node:crypto';
import { deflateSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#schema/entity.ts';
import { inPdfTurn } from '../../../server/services/files/refuseActivePdf.ts';
import { createTestApp, type TestApp } from '../../support/app.ts';
import { jpeg, pdf } from '../../support/documents.ts';
import { objectStream, pageWith } from '../../support/pdfs.ts';

let world: TestApp;
beforeAll(async () => {
  world = await createTestApp({ enqueue: async () => {} });
});
afterAll(() => world.close());

const SCRIPT = '<< /S /JavaScript /JS (app.alert(1)) >>';
const image = (stream: Buffer, filter = 'DCTDecode') => ({
  dictionary: `/Subtype /Image /Width 24 /Height 16 /Filter /${filter}`,
  stream,
});
const hexed = (bytes: Buffer) => Buffer.from(`${bytes.toString('hex')}>`);

test.each<[string, Buffer]>([
  ['a script at opening', pageWith({ catalog: `/OpenAction ${SCRIPT}` })],
  ['a script in an object of its own', pageWith({ catalog: '/OpenAction 4 0 R', more: [SCRIPT] })],
  ['a script by its name in the catalog', pageWith({ catalog: `/Names << /JavaScript << >> >>` })],
  ['an action at opening that is no script', pageWith({ catalog: '/OpenAction << /S /GoTo /D [3 0 R] >>' })],
  ['one behind a comment', pageWith({ catalog: '/OpenAction %here\n<< /S /URI >>' })],
  ['actions of a page', pageWith({ onPage: '/AA << /O << /S /Named /N /Print >> >>' })],
  ['actions of a page, elsewhere', pageWith({ onPage: '/AA 4 0 R', more: ['<< /O 5 0 R >>'] })],
  ['a program to start', pageWith({ onPage: '/Annots [<< /A << /S/Launch /F (cmd.exe) >> >>]' })],
  ['a file within', pageWith({ catalog: '/Names << /EmbeddedFiles << /Names [(a) 4 0 R] >> >>' })],
  [
    'a file by its type',
    pageWith({ more: [{ dictionary: '/Type/EmbeddedFile', stream: Buffer.from('MZ') }] }),
  ],
  ['an XFA form', pageWith({ catalog: '/AcroForm << /XFA 4 0 R >>' })],
  ['an XFA form in pieces', pageWith({ catalog: '/AcroForm << /XFA[(template) 4 0 R] >>' })],
  ['a form that is sent', pageWith({ onPage: '/A << /S /SubmitForm >>' })],
  ['a link to a file elsewhere', pageWith({ onPage: '/A << /S /GoToR /F (//evil.example/share/x.pdf) >>' })],
  ['a script of a model in space', pageWith({ more: ['<< /Type /3D /OnInstantiate 5 0 R >>'] })],
  ['a rendition', pageWith({ onPage: '/A << /S /Rendition /JS 4 0 R >>' })],
  ['a rendition without a script', pageWith({ onPage: '/A << /S /Rendition /OP 0 /R 4 0 R >>' })],
  ['a film', pageWith({ onPage: '/Annots [<< /Subtype /Movie /Movie << /F (x.avi) >> >>]' })],
  ['a sound', pageWith({ onPage: '/A << /S%here\n/Sound /Sound 4 0 R >>' })],
  ['a name with #', pageWith({ catalog: '/Open#41ction << /S /Java#53cript >>' })],
  ['a name all with #, in capitals', pageWith({ onPage: '/#41#41 << /S /#4A#61va#53#63#72ipt >>' })],
  ['an object stream', pageWith({ more: [objectStream(SCRIPT)] })],
  [
    'an object stream with #',
    pageWith({ more: [objectStream('<< /S /L#61unch >>', { type: '/Type /Obj#53tm' })] }),
  ],
  ['an object stream without its type', pageWith({ more: [objectStream(SCRIPT, { type: '' })] })],
  [
    'an object stream that is cut short',
    pageWith({
      more: [
        objectStream(`${SCRIPT}${randomBytes(99).toString('hex')}`, {
          pack: (bytes) => deflateSync(bytes).subarray(0, -30),
        }),
      ],
    }),
  ],
  [
    'an object stream that is not packed',
    pageWith({ more: [objectStream(SCRIPT, { filter: '', pack: (bytes) => bytes })] }),
  ],
  ['an object within a picture', pageWith({ more: [image(Buffer.from(`\n9 0 obj ${SCRIPT} endobj`))] })],
  ['an object within a text', pageWith({ catalog: `/X (\n9 0 obj << /AA << /O 4 0 R >> >> endobj)` })],
  [
    'an object in a comment',
    Buffer.concat([pdf().subarray(0, 9), Buffer.from(`%9 0 obj ${SCRIPT}\n`), pdf().subarray(9)]),
  ],
])('refuses a PDF with %s', async (_, content) => {
  const { status, body } = await world.upload<Failure>(content, 'paper.pdf');
  expect([status, body.code]).toEqual([415, 'unsupported_file']);
  expect(body.detail).toMatch(/contains scripts, actions, forms or files.*Print it to a new PDF/);
});

test.each<[string, Buffer]>([
  ['is encrypted', pageWith({ catalog: '/X << /Encrypt 4 0 R >>' })],
  [
    'has objects as hex',
    pageWith({ more: [objectStream(SCRIPT, { filter: '/Filter [/ASCIIHexDecode]', pack: hexed })] }),
  ],
  [
    'has objects as hex, without their type',
    pageWith({ more: [objectStream(SCRIPT, { type: '', filter: '/Filter /AHx', pack: hexed })] }),
  ],
  [
    'has objects behind a predictor',
    pageWith({
      more: [objectStream('x', { filter: '/Filter /FlateDecode /DecodeParms << /Predictor 12 >>' })],
    }),
  ],
  ['has broken objects', pageWith({ more: [objectStream('x', { pack: () => Buffer.from('no zlib') })] })],
  [
    'unpacks to more than there is room for',
    pageWith({ more: [objectStream(Buffer.alloc(80_000_000, ' '))] }),
  ],
  [
    'unpacks so in many pieces',
    pageWith({ more: Array(40).fill(objectStream(Buffer.alloc(4_000_000, ' '))) }),
  ],
  ['has comments between a name and its value', pageWith({ onPage: '/AA %\n%\n%\n<< /O 4 0 R >>' })],
  ['has a page of spaces between the two', pageWith({ onPage: `/AA %\n${' '.repeat(300)}<< /O 4 0 R >>` })],
  ['has nothing but names and comments', pageWith({ more: ['%/S%\n'.repeat(1_500_000)] })],
])('refuses a PDF that %s', async (_, content) => {
  const { status, body } = await world.upload<Failure>(content, 'paper.pdf');
  expect([status, body.code]).toEqual([415, 'unsupported_file']);
  expect(body.detail).toMatch(/cannot be checked.*without a password/);
});

test.each<[string, Buffer]>([
  ['words about it', pdf('JavaScript, OpenAction, AA, XFA and Launch')],
  ['a page to begin with', pageWith({ catalog: '/OpenAction [3 0 R /XYZ null null 0]' })],
  ['objects in a stream', pageWith({ more: [objectStream('<< /Type /Font /Subtype /Type1 >>')] })],
  ['a large picture', pageWith({ more: [image(randomBytes(9_000_000))] })],
  [
    'a table of contents before a picture',
    pageWith({ more: ['<< /Type /Outlines /First 5 0 R /Last 5 0 R >>', '<< /N 3 >>', image(jpeg())] }),
  ],
  ['a link', pageWith({ onPage: '/Annots [<< /A << /S /URI /URI (https://example.com/) >> >>]' })],
  [
    'names that begin alike',
    pageWith({ onPage: '/AAB << >> /JavaScripts 1 /Launcher 2 /XFAx [1] /JSON (a)' }),
  ],
])('takes a PDF with %s', async (_, content) => {
  const { status, text } = await world.upload(content, 'paper.pdf');
  expect(status, text).toBe(201);
});

test('refuses more PDFs than it can look through soon, before it reads them', async () => {
  const own = await world.newCustomers();
  const { promise, resolve } = Promise.withResolvers<void>();
  // Two are looked through, and 20 wait.
  const turns = Array.from({ length: 22 }, () => inPdfTurn(() => promise));
  const { status, body, headers } = await own.upload<Failure>(pdf(), 'paper.pdf');
  expect([status, body.code, headers['retry-after']]).toEqual([429, 'too_many_requests', '5']);
  expect((await own.upload(jpeg(), 'photo.jpg')).status).toBe(201);
  resolve();
  await Promise.all(turns);
  expect((await own.upload(pdf(), 'paper.pdf')).status).toBe(201);
});

test('a file made to be slow does not delay other requests', async () => {
  const slow = pageWith({
    onPage: '/AA %'.repeat(400_000),
    more: [{ dictionary: '', stream: Buffer.from('/AA % '.repeat(1_200_000)) }],
  });
  let isDone = false;
  const uploading = world.upload<Failure>(slow, 'slow.pdf', 'other').finally(() => {
    isDone = true;
  });
  let answers = 0;
  while (!isDone) {
    expect((await world.app.inject({ url: '/healthz' })).statusCode).toBe(200);
    answers += 1;
    await new Promise((next) => setImmediate(next));
  }
  expect([201, 415]).toContain((await uploading).status);
  // Looked through in the way of others, it lets one or two through.
  expect(answers).toBeGreaterThan(20);
});
