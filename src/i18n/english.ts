import english from 'ra-language-english';
import { texts as auth } from './en/auth.ts';
import { texts as calendar } from './en/calendar.ts';
import { texts as crud } from './en/crud.ts';
import { texts as documents } from './en/documents.ts';
import { texts as keyboard } from './en/keyboard.ts';
import { texts as shared } from './en/shared.ts';
import { texts as shell } from './en/shell.ts';
import { merge, type Texts } from './merge.ts';

/** A file in `en/entities` is found by its place: an entity whose screens are generated needs no other texts. */
const entities = Object.values<object>(
  import.meta.glob('./en/entities/*.ts', { eager: true, import: 'texts' }),
);

/** The texts in English that every page needs; those of single screens are in areas.ts. */
const messages = merge(english, auth, shell, ...entities, shared, crud, documents, calendar, keyboard);

export const texts: Texts = { messages };
