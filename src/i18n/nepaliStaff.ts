import { merge, type Texts } from './merge.ts';
import { texts as everybodys } from './nepali.ts';

const areas = Object.values<object>(import.meta.glob('./ne/staff/*.ts', { eager: true, import: 'texts' }));

/** All of the console's texts in Nepali: this chunk is loaded with the other one, for staff only. */
export const texts: Texts = { ...everybodys, messages: merge(everybodys.messages, ...areas) };
