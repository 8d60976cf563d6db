import english from 'ra-language-english';
import { merge, type Texts } from './merge.ts';

/**
 * The texts in `en/`: a new file there needs no other line. The public pages import theirs themselves, messaging its
 * parts, and `elsewhere` is what this console says in English anywhere.
 */
const areas = Object.values<object>(
  import.meta.glob(['./en/*.ts', '!./en/{account,compose,elsewhere,plan}.ts'], {
    eager: true,
    import: 'texts',
  }),
);

/** The console's texts in English, without those of staff's pages (englishStaff.ts). */
export const texts: Texts = { messages: merge(english, ...areas) };
