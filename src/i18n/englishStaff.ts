import { texts as everybodys } from './english.ts';
import { merge, type Texts } from './merge.ts';

const areas = Object.values<object>(import.meta.glob('./en/staff/*.ts', { eager: true, import: 'texts' }));

/** All of the console's texts in English: this chunk is loaded with the other one, for staff only. */
export const texts: Texts = { ...everybodys, messages: merge(everybodys.messages, ...areas) };
