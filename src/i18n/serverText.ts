import { preferences } from '../core/preferences.ts';
import { serverSentence } from './texts.ts';

/**
 * A record's text in the reader's language if the server may have written it; text by people is unchanged.
 */
export const serverText = (text: string): string =>
  preferences.get().language === 'ne' ? (serverSentence(text) ?? text) : text;
