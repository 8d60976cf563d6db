import type { Language } from '../preferences.ts';
import type { Messages, Texts } from './merge.ts';

const loaders: Record<Language, () => Promise<{ texts: Texts }>> = {
  en: () => import('./english.ts'),
  ne: () => import('./nepali.ts'),
};

const loaded: Partial<Record<Language, Texts>> = {};

/** Fetches a language's texts, once; rejects when they cannot be had. */
export async function loadTexts(language: Language): Promise<void> {
  loaded[language] ??= (await loaders[language]()).texts;
}

export const hasTexts = (language: Language): boolean => loaded[language] !== undefined;

/** The texts by their keys; none until they were loaded. */
export const messagesOf = (language: Language): Messages => loaded[language]?.messages ?? {};

export const serverSentence = (text: string): string | undefined => loaded.ne?.serverSentence?.(text);
