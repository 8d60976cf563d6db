import { preferences } from '../core/preferences.ts';
import { serverSentence } from './texts.ts';

/** A text of a record that the server may have written, in the reader's language; people's own as it is. */
export const serverText = (text: string): string =>
  preferences.get().language === 'ne' ? (serverSentence(text) ?? text) : text;
