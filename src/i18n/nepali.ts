import { NO_ANSWER } from '../core/http.ts';
import { merge, type Texts } from './merge.ts';
import { texts as auth } from './ne/auth.ts';
import { serverInNepali } from './serverInNepali.ts';

/** The texts in `ne/`, as in english.ts; the server's sentences are looked up by themselves. */
const areas = Object.values<object>(
  import.meta.glob(['./ne/*.ts', '!./ne/{account,compose,elsewhere,plan,server}.ts'], {
    eager: true,
    import: 'texts',
  }),
);

/** The console's texts in Nepali, without those of staff's pages (nepaliStaff.ts). */
const messages = merge(
  ...areas,
  // The browser's own failure has no translation key: its English text is the key.
  { [NO_ANSWER]: auth.auth.no_answer },
);

export const texts: Texts = { messages, serverSentence: serverInNepali };
