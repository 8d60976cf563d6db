import type { Language } from '../core/preferences.ts';
import type { Messages, Texts } from './merge.ts';

type Load = () => Promise<{ texts: Texts }>;

/** Staff's texts include everybody's; the module with those loads in the same round trip. */
const loaders: Record<Language, { everybody: Load; staff: Load }> = {
  en: { everybody: () => import('./english.ts'), staff: () => import('./englishStaff.ts') },
  ne: { everybody: () => import('./nepali.ts'), staff: () => import('./nepaliStaff.ts') },
};

const loaded: Partial<Record<Language, { everybody?: Texts; staff?: Texts }>> = {};

const textsOf = (language: Language): Texts | undefined =>
  loaded[language]?.staff ?? loaded[language]?.everybody;

/**
 * Loads a language's texts once, including those of staff's pages for staff; rejects if they cannot be
 * loaded.
 */
export async function loadTexts(language: Language, forStaff: boolean): Promise<void> {
  if (hasTexts(language, forStaff)) return;
  const readers = forStaff ? 'staff' : 'everybody';
  const { texts } = await loaders[language][readers]();
  loaded[language] = { ...loaded[language], [readers]: texts };
}

export const hasTexts = (language: Language, forStaff: boolean): boolean =>
  (forStaff ? loaded[language]?.staff : textsOf(language)) !== undefined;

/** The texts by key; empty until they are loaded. */
export const messagesOf = (language: Language): Messages => textsOf(language)?.messages ?? {};

export const serverSentence = (text: string): string | undefined => textsOf('ne')?.serverSentence?.(text);
