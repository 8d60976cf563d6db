import { workbookText } from './text.ts';
import { readXml } from './xml.ts';

/** The texts that cells of a workbook refer to, in their order. Letters of several fonts are one text. */
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
