import { server } from '../../src/i18n/ne/server.ts';
import { flat, type Texts } from './flatTexts.ts';
import { latinWords } from './latin.ts';

const files = import.meta.glob<Record<string, Texts>>('../../src/i18n/en/{,entities/}*.ts', { eager: true });

const texts = [
  ...Object.values(files).flatMap((module) => [
    ...flat(Object.assign({}, ...Object.values(module))).values(),
  ]),
  ...Object.keys(server),
];

/** The texts without their values: `%{count} sent |||| ...` gives ` sent ` and so on. */
const pieces = [
  ...new Set(texts.flatMap((text) => text.split(/\|\|\|\||%\{\w+\}/)).map((text) => text.trim())),
];
const words = new Set(pieces.filter((piece) => latinWords(piece).length === 1));
const sentences = pieces.filter((piece) => latinWords(piece).length > 1);

/** Number of texts to compare with: a minimum for tests. */
export const englishCount = pieces.length;

/** The English texts of the console and the server that a visible text equals or contains. */
export function englishIn(text: string): string[] {
  const plain = text.trim();
  if (latinWords(plain).length === 0) return [];
  const held = sentences.filter((sentence) => plain.includes(sentence));
  return words.has(plain) ? [plain, ...held] : held;
}
