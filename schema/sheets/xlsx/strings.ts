import { workbookText } from './text.ts';
import { readXml } from './xml.ts';

/** The shared strings of a workbook, in order. Text in several fonts is joined. */
export function readStrings(bytes: Uint8Array): string[] {
  const strings: string[] = [];
  let text = '';
  let isText = false;
  let isPhonetic = false;
  readXml(bytes, {
    open(name) {
      if (name === 'si') text = '';
      else if (name === 'rPh') isPhonetic = true;
      else if (name === 't') isText = !isPhonetic;
    },
    text(piece) {
      if (isText) text += piece;
    },
    close(name) {
      if (name === 't') isText = false;
      else if (name === 'rPh') isPhonetic = false;
      else if (name === 'si') strings.push(workbookText(text));
    },
  });
  return strings;
}
