import { expect, test } from 'vitest';
import { sheetKindOf } from '#schema/sheets/text.ts';
import { readParts } from '#schema/sheets/xlsx/parts.ts';

test.each([
  ['SYLK of Excel', 'ID;PWXL;N;E\r\nP;PGeneral\r\nC;Y1;X1;K"phone"\r\nE\r\n'],
  ['SYLK of LibreOffice', 'ID;PCALCOOO32\nB;Y2;X2;D0 0 1 1\nC;X1;Y1;K"phone"\nE\n'],
  ['DIF', 'TABLE\r\n0,1\r\n"EXCEL"\r\nVECTORS\r\n'],
  ['contacts of a phone', 'BEGIN:VCARD\r\nVERSION:3.0\r\nTEL:9841000031\r\nEND:VCARD\r\n'],
  ['a calendar', '\ufeffBEGIN:VCALENDAR\r\nVERSION:2.0\r\n'],
  ['JSON', '[\n  {"phone": "9841000031"}\n]'],
  ['a JSON object', '{"phone":"9841000031"}'],
])('%s is refused as a file of another format', (_, text) => {
  expect(() => sheetKindOf(Buffer.from(text))).toThrow(expect.objectContaining({ code: 'other-format' }));
});

test.each([
  'ID;Phone;Name\n1;9841000031;Sita\nB;9841000032;Ram\n',
  'id;person;phone\np;prakash;9841000031\n',
  'ID;Phone\nPK;9841000031\nC;9841000032\n',
  'Table,0,1\n0,1,2\n',
  'BEGIN:VCARDS,phone\na,9841000031\n',
  '{{name}},phone\nSita,9841000031\n',
  '[name],phone\nSita,9841000031\n',
])('%j is read as CSV', (text) => expect(sheetKindOf(Buffer.from(text))).toBe('csv'));

test('a binary workbook is refused as one, and not as damaged', async () => {
  const target = (file: string) =>
    Buffer.from(
      `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="${file}"/></Relationships>`,
    );
  const files = new Map<string, Uint8Array>([
    ['_rels/.rels', target('xl/workbook.bin')],
    ['xl/workbook.bin', Buffer.from('83010099010c', 'hex')],
  ]);
  await expect(readParts({ read: async (path) => files.get(path) })).rejects.toMatchObject({
    code: 'other-format',
  });
});
