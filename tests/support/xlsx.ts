import { crc32, deflateRawSync } from 'node:zlib';

/** A ZIP archive of the given entries, as any archiver writes it. */
export function zip(entries: Record<string, string | Buffer>): Buffer {
  const pieces: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const [path, content] of Object.entries(entries)) {
    const raw = Buffer.from(content);
    const data = deflateRawSync(raw);
    const name = Buffer.from(path);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(20, 0);
    common.writeUInt16LE(8, 4);
    common.writeUInt32LE(crc32(raw), 10);
    common.writeUInt32LE(data.length, 14);
    common.writeUInt32LE(raw.length, 18);
    common.writeUInt16LE(name.length, 22);
    const place = Buffer.alloc(14);
    place.writeUInt32LE(offset, 10);
    directory.push(Buffer.from('504b01021400', 'hex'), common, place, name);
    pieces.push(Buffer.from('504b0304', 'hex'), common, name, data);
    offset += 30 + name.length + data.length;
  }
  const list = Buffer.concat(directory);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(Object.keys(entries).length, 8);
  end.writeUInt16LE(Object.keys(entries).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...pieces, list, end]);
}

const xmlText = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
const column = (index: number) => String.fromCharCode(65 + index);

const types =
  '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/></Types>';
const relation = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/**
 * A workbook with one sheet. Strings become text cells, numbers become number cells; null leaves a cell out.
 */
export const xlsx = (rows: readonly (readonly (string | number | null)[])[]): Buffer =>
  workbook(sheetData(rows));

/** The contents of `sheetData` with these rows. */
export function sheetData(rows: readonly (readonly (string | number | null)[])[]): string {
  const lines = rows.map((cells, r) => {
    const texts = cells.map((value, c) => {
      if (value === null) return '';
      const at = `${column(c)}${r + 1}`;
      return typeof value === 'number'
        ? `<c r="${at}"><v>${value}</v></c>`
        : `<c r="${at}" t="inlineStr"><is><t>${xmlText(value)}</t></is></c>`;
    });
    return cells.length > 0 ? `<row r="${r + 1}">${texts.join('')}</row>` : '';
  });
  return lines.join('');
}

/** A workbook whose only sheet has this `sheetData`, with these `styleSheet` contents and shared strings. */
export const workbook = (sheetData: string, styles = '', strings: readonly string[] = []): Buffer =>
  workbookOf({ One: sheetData }, styles, strings);

/** The same with several sheets, by name. */
export function workbookOf(
  sheets: Record<string, string>,
  styles = '',
  strings: readonly string[] = [],
): Buffer {
  const names = Object.keys(sheets);
  const each = (text: (name: string, number: number) => string) =>
    names.map((name, index) => text(name, index + 1)).join('');
  return zip({
    '[Content_Types].xml': types,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${relation}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${relation}"><sheets>${each((name, n) => `<sheet name="${name}" sheetId="${n}" r:id="rId${n}"/>`)}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${each((_, n) => `<Relationship Id="rId${n}" Type="${relation}/worksheet" Target="worksheets/sheet${n}.xml"/>`)}<Relationship Id="styles" Type="${relation}/styles" Target="styles.xml"/><Relationship Id="strings" Type="${relation}/sharedStrings" Target="sharedStrings.xml"/></Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${xmlText(text)}</t></si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main">${styles}</styleSheet>`,
    ...Object.fromEntries(
      Object.values(sheets).map((data, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetData>${data}</sheetData></worksheet>`,
      ]),
    ),
  });
}
