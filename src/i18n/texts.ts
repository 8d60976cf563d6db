import { type Language, preferences } from '../core/preferences.ts';
import { type Messages, merge, type Texts } from './merge.ts';

/** Loads a module whose exports are texts, in each language. */
export type Area = Readonly<Record<Language, () => Promise<object>>>;

interface Known {
  /** Undefined until the texts of every page have loaded. */
  base?: Texts;
  areas: Set<Area>;
  /** All that have loaded; another object when more arrive. */
  messages: Messages;
}

const bases: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./english.ts'),
  ne: () => import('./nepali.ts'),
};

const known: Record<Language, Known> = {
  en: { areas: new Set(), messages: {} },
  ne: { areas: new Set(), messages: {} },
};
/** Areas of screens that were opened: a change of language must not leave any of them without texts. */
const wanted = new Set<Area>();
/** Languages that the page was shown in, or is about to be. */
const inUse = new Set<Language>();

/** Loads the texts of every page in a language, once, whatever a screen waits for; rejects if they cannot be loaded. */
export async function loadBase(language: Language): Promise<void> {
  const of = known[language];
  if (of.base) return;
  const { texts } = await bases[language]();
  // Several may wait for them.
  if (of.base) return;
  of.base = texts;
  of.messages = merge(texts.messages, of.messages);
}

async function loadArea(language: Language, area: Area): Promise<void> {
  const of = known[language];
  if (of.areas.has(area)) return;
  const texts = await area[language]();
  if (of.areas.has(area)) return;
  of.areas.add(area);
  of.messages = merge(of.messages, ...Object.values(texts));
}

/** Whether all texts that the page needs have loaded in a language. */
export const hasTexts = (language: Language): boolean =>
  known[language].base !== undefined && [...wanted].every((area) => known[language].areas.has(area));

/** Loads all texts that the page needs in a language, to show it in that; rejects if they cannot be loaded. */
export async function loadTexts(language: Language): Promise<void> {
  inUse.add(language);
  try {
    // Meanwhile a screen may be opened that needs more.
    while (!hasTexts(language))
      await Promise.all([loadBase(language), ...[...wanted].map((area) => loadArea(language, area))]);
  } catch (error) {
    if (!known[language].base) inUse.delete(language);
    throw error;
  }
}

/** Loads areas that a screen needs before it is drawn; rejects if they cannot be loaded. */
export async function addAreas(areas: readonly Area[]): Promise<void> {
  for (const area of areas) wanted.add(area);
  const languages = new Set([...inUse, preferences.get().language]);
  try {
    await Promise.all([...languages].flatMap((language) => areas.map((area) => loadArea(language, area))));
  } catch (error) {
    for (const area of areas) if (!known.en.areas.has(area) && !known.ne.areas.has(area)) wanted.delete(area);
    throw error;
  }
}

/** The texts by key that have loaded; another object when more arrive. */
export const messagesOf = (language: Language): Messages => known[language].messages;

export const serverSentence = (text: string): string | undefined => known.ne.base?.serverSentence?.(text);
