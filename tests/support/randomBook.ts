import type { Random } from './random.ts';
import { zip } from './xlsx.ts';

const MAIN = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"';
const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const codes = ['yyyy-mm-dd hh:mm', '[h]:mm', '0000000000', '#,##0.00', '0.0%', '"a "@', 'General', 'bogus['];

const strings = ['Sita', 'फोन', 'Ram &amp; Co', '9841000007', 'phone', ''];

function cell(random: Random, at: string): string {
  const style = random.chance(0.6) ? ` s="${random.between(0, codes.length + 2)}"` : '';
  const place = random.chance(0.8) ? ` r="${at}"` : '';
  const of = (type: string, inside: string) => `<c${place}${style}${type && ` t="${type}"`}>${inside}</c>`;
  return random.pick([
    () => of('', `<v>${9_841_000_000 + random.between(0, 99)}</v>`),
    () => of('', `<v>${random.between(0, 60_000_000) / 1000}</v>`),
    () => of('s', `<v>${random.between(0, strings.length - 1)}</v>`),
    () =>
      of('inlineStr', `<is><r><t>a</t></r><r><t xml:space="preserve"> ${random.between(0, 9)}</t></r></is>`),
    () => of('b', '<v>1</v>'),
    () => of('e', '<v>#DIV/0!</v>'),
    () => of('', '<f>1+1</f>'),
    () => of('str', '<f>A1</f><v>x_x000A_y</v>'),
    () => '',
  ])();
}

function sheetXml(random: Random): string {
  let number = 0;
  const rows = Array.from({ length: random.between(0, 40) }, () => {
    number += random.chance(0.9) ? 1 : random.between(2, 5);
    const hidden = random.chance(0.2) ? ' hidden="1"' : '';
    const cells = ['A', 'B', 'C', 'D'].map((letter) => cell(random, `${letter}${number}`));
    return `<row r="${number}"${hidden}>${cells.join('')}</row>`;
  });
  return `<worksheet ${MAIN}><sheetData>${rows.join('')}</sheetData></worksheet>`;
}

/** A workbook of one to three sheets, some hidden, with cells of every kind. */
export function randomBook(random: Random): { bytes: Buffer; names: string[] } {
  const names = ['One', 'दुई', 'A &amp; B'].slice(0, random.between(1, 3));
  const states = ['visible', 'hidden', 'veryHidden'];
  const sheets = names.map(
    (name, i) =>
      `<sheet name="${name}" sheetId="${i + 1}" state="${random.pick(states)}" r:id="rId${i + 1}"/>`,
  );
  const targets = names.map(
    (_, i) =>
      `<Relationship Id="rId${i + 1}" Type="${REL}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`,
  );
  const more = ['styles', 'sharedStrings'].map(
    (part) => `<Relationship Id="${part}" Type="${REL}/${part}" Target="/xl/${part}.xml"/>`,
  );
  const formats = codes.map(
    (code, i) => `<numFmt numFmtId="${164 + i}" formatCode="${code.replaceAll('"', '&quot;')}"/>`,
  );
  const styles = ['<xf/>', '<xf numFmtId="14"/>', ...codes.map((_, i) => `<xf numFmtId="${164 + i}"/>`)];
  const relations = (inside: string) =>
    `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside}</Relationships>`;
  const bytes = zip({
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relations(`<Relationship Id="a" Type="${REL}/officeDocument" Target="xl/workbook.xml"/>`),
    'xl/workbook.xml': `<workbook ${MAIN} xmlns:r="${REL}"><workbookPr date1904="${random.between(0, 1)}"/><sheets>${sheets.join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relations([...targets, ...more].join('')),
    'xl/styles.xml': `<styleSheet ${MAIN}><numFmts>${formats.join('')}</numFmts><cellXfs>${styles.join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `<sst ${MAIN}>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    ...Object.fromEntries(names.map((_, i) => [`xl/worksheets/sheet${i + 1}.xml`, sheetXml(random)])),
  });
  return { bytes, names: names.map((name) => name.replace('&amp;', '&')) };
}
