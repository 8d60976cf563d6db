import { messageReasons } from '#schema/messageReasons.ts';
import { reviewReasons } from '#schema/reviewReasons.ts';
import { server } from '../../src/i18n/ne/server.ts';
import { flat, type Texts } from './flatTexts.ts';
import { mailTexts } from './literals.ts';
import { sentencesOf } from './sentences.ts';

type Module = Record<string, Texts>;
/** A text with the place where it is. */
export type Placed = readonly [at: string, text: string];

const files = import.meta.glob<Module>('../../src/i18n/{en,ne}/{,entities/}*.ts', { eager: true });

/** Every text of a language as [key, text]; a key may be there twice, because a text may be in two files. */
const textsIn = (language: 'en' | 'ne'): Placed[] =>
  Object.entries(files)
    .filter(([path]) => path.includes(`/${language}/`) && !path.endsWith('/server.ts'))
    .flatMap(([path, module]) =>
      [...flat(Object.assign({}, ...Object.values(module)))].map(
        ([key, text]): Placed => [`${path.split('/').at(-1)} ${key}`, text],
      ),
    );

/** The console's texts in English and in Nepali. */
export const en = textsIn('en');
export const ne = textsIn('ne');

const isNepali = (text: string): boolean => /[\u0900-\u097f]/.test(text);
const mails = mailTexts();

/** Everything that people read in English: in the console, from the server, in mails. */
export const english: readonly Placed[] = [
  ...en,
  ...sentencesOf(['server', 'schema']).map(({ at, text }): Placed => [at, text]),
  ...mails.filter((text) => !isNepali(text)).map((text): Placed => ['mail', text]),
  ...Object.entries(messageReasons),
  ...reviewReasons.map((reason): Placed => ['review reason', reason.en]),
];

/** The same in Nepali. */
export const nepali: readonly Placed[] = [
  ...ne,
  ...Object.entries(server),
  ...mails.filter(isNepali).map((text): Placed => ['mail', text]),
  ...reviewReasons.map((reason): Placed => ['review reason', reason.ne]),
];

/** English texts with their Nepali, of the console and of the server. */
export function pairs(): Placed[] {
  const nepaliOf = new Map(ne);
  return [...en.map(([key, text]): Placed => [text, nepaliOf.get(key) ?? '']), ...Object.entries(server)];
}
