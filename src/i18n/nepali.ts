import { NO_ANSWER } from '../core/http.ts';
import { merge, type Texts } from './merge.ts';
import { texts as auth } from './ne/auth.ts';
import { texts as calendar } from './ne/calendar.ts';
import { texts as crud } from './ne/crud.ts';
import { texts as documents } from './ne/documents.ts';
import { texts as keyboard } from './ne/keyboard.ts';
import { texts as messageReasons } from './ne/messageReasons.ts';
import { texts as reactAdmin } from './ne/reactAdmin.ts';
import { texts as shared } from './ne/shared.ts';
import { texts as shell } from './ne/shell.ts';
import { serverInNepali } from './serverInNepali.ts';

/** As in english.ts. */
const entities = Object.values<object>(
  import.meta.glob('./ne/entities/*.ts', { eager: true, import: 'texts' }),
);

/** The texts in Nepali that every page needs; those of single screens are in areas.ts. */
const messages = merge(
  reactAdmin,
  auth,
  shell,
  ...entities,
  shared,
  crud,
  documents,
  calendar,
  keyboard,
  messageReasons,
  // The browser's own failure has no translation key: its English text is the key.
  { [NO_ANSWER]: auth.auth.no_answer },
);

export const texts: Texts = { messages, serverSentence: serverInNepali };
