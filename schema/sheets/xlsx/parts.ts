import { SheetError } from '../sheetError.ts';
import { workbookText } from './text.ts';
import { attributeText, readXml } from './xml.ts';

/** The files in a workbook, which is a ZIP archive. */
export interface Archive {
  /** The unpacked file at this path; undefined where there is none. */
  read(path: string): Promise<Uint8Array | undefined>;
}

interface Target {
  type: string;
  path: string;
}

/** `worksheets/sheet1.xml` relative to the folder `xl`: `xl/worksheets/sheet1.xml`. */
function pathFrom(folder: string, target: string): string {
  if (target.startsWith('/')) return target.slice(1);
  const parts = folder ? folder.split('/') : [];
  for (const part of target.split('/')) {
    if (part === '..') parts.pop();
    else if (part !== '.') parts.push(part);
  }
  return parts.join('/');
}

/** What a file of a workbook refers to, by relationship name. */
async function targetsOf(archive: Archive, path: string): Promise<Map<string, Target>> {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')));
  const file = path.slice(folder ? folder.length + 1 : 0);
  const targets = new Map<string, Target>();
  const bytes = await archive.read(`${folder ? `${folder}/` : ''}_rels/${file}.rels`);
  if (!bytes) return targets;
  readXml(bytes, {
    open(name, attributes) {
      if (name !== 'Relationship') return;
      const { Id = '', Type = '', Target } = attributes();
      const type = Type.slice(Type.lastIndexOf('/') + 1);
      targets.set(Id, { type, path: pathFrom(folder, attributeText(Target)) });
    },
    close() {},
  });
  return targets;
}

export interface WorkbookParts {
  sheets: { name: string; isVisible: boolean; path: string }[];
  /** Whether days are counted from 1904, as on old Macs. */
  is1904: boolean;
  strings: string | undefined;
  styles: string | undefined;
}

/** Characters of all names of sheets: the answer to an upload lists them. A thousand sheets of Excel have 31,000. */
const NAMES_MAX = 100_000;

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

/** The sheets of a workbook and the paths of its parts. Chart sheets are left out. */
export async function readParts(archive: Archive): Promise<WorkbookParts> {
  const roots = [...(await targetsOf(archive, '')).values()];
  const path = roots.find(({ type }) => type === 'officeDocument')?.path ?? 'xl/workbook.xml';
  // Excel's binary format (.xlsb) is the same archive, with records instead of XML.
  if (path.endsWith('.bin')) throw new SheetError('other-format');
  const targets = await targetsOf(archive, path);
  const book = await archive.read(path);
  if (!book) throw new Error('no workbook');
  const sheets: WorkbookParts['sheets'] = [];
  let is1904 = false;
  let namesLength = 0;
  readXml(book, {
    open(name, attributes) {
      if (name === 'workbookPr') is1904 ||= isTrue(attributes().date1904);
      if (name !== 'sheet') return;
      const given = attributes();
      const reference = Object.keys(given).find((key) => key.endsWith(':id')) ?? 'id';
      const target = targets.get(given[reference] ?? '');
      if (target?.type !== 'worksheet') return;
      const { state = 'visible' } = given;
      // Clients send the name back, so it may contain only what a request may.
      const title = workbookText(attributeText(given.name)).replaceAll('\0', '').toWellFormed();
      namesLength += title.length + 1;
      if (namesLength > NAMES_MAX) throw new SheetError('workbook-too-large');
      sheets.push({ name: title, isVisible: state === 'visible', path: target.path });
    },
    close() {},
  });
  const partOf = (type: string) => [...targets.values()].find((target) => target.type === type)?.path;
  return { sheets, is1904, strings: partOf('sharedStrings'), styles: partOf('styles') };
}
