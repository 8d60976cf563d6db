import { type CellFormat, cellFormat, formatCode } from './numberFormat.ts';
import { attributeText, readXml } from './xml.ts';

/** The formats of a workbook's cells; cells refer to them by index. */
export function readStyles(bytes: Uint8Array, is1904: boolean): CellFormat[] {
  const codes = new Map<number, string>();
  const formats: CellFormat[] = [];
  const made = new Map<string, CellFormat>();
  let list = '';
  readXml(bytes, {
    open(name, attributes) {
      if (name === 'numFmts' || name === 'cellXfs') list = name;
      // Formats of conditional formatting have numbers too, but are in neither list.
      else if (name === 'numFmt' && list === 'numFmts') {
        const { numFmtId, formatCode: code } = attributes();
        codes.set(Number(numFmtId), attributeText(code));
      } else if (name === 'xf' && list === 'cellXfs') {
        const id = Number(attributes().numFmtId ?? 0);
        const code = formatCode(id, codes.get(id));
        const format = made.get(code) ?? cellFormat(code, is1904);
        made.set(code, format);
        formats.push(format);
      }
    },
    close(name) {
      if (name === list) list = '';
    },
  });
  return formats;
}
