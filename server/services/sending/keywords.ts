import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { KeywordHits } from '#schema/blockedKeyword.ts';
import { PLACEHOLDER, placeholders, renderBody } from '#schema/sms.ts';
import type { Db } from '../../db/database.ts';
import { prepared } from '../../db/preparedStatements.ts';
import { invalidField } from '../platform/problem.ts';
import { disguisedFinder } from './keywords/disguised.ts';

/** Invisible characters: zero-width joiners and spaces, soft hyphens, variation selectors, direction marks. */
const UNSEEN = /\p{Default_Ignorable_Code_Point}/u;
const ALL_UNSEEN = new RegExp(UNSEEN, 'gu');
const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const STARTS_WITH_WORD = /^[\p{L}\p{M}\p{N}]/u;
const ENDS_WITH_WORD = /[\p{L}\p{M}\p{N}]$/u;
/** ASCII and Devanagari text that normalisation does not change: without nukta, its composites and accents. */
const PLAIN =
  /^[\x20-\x7e\u0900-\u0928\u092a-\u0930\u0932\u0933\u0935-\u093b\u093d-\u0950\u0955-\u0957\u0960-\u097f]*$/;

const none: string[] = [];

/** Letters of scripts that nobody uses for messages. */
const FILLERS = ['ꔀ', 'ꔁ', 'ꔂ'];

/** Case folding as far as JavaScript supports it: lower and upper case, so that ß becomes ss, and all sigmas are equal. */
const folded = (text: string): string =>
  text.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC').replaceAll('ς', 'σ');

/**
 * Folds a text for comparison with keywords: NFKC, without case and invisible characters, white space as one space. Only
 * for comparison; the sent text is never changed.
 */
export function fold(text: string): string {
  if (PLAIN.test(text) && !text.includes('  ')) return text.toLowerCase();
  return folded(text.replace(ALL_UNSEEN, '')).replace(/\s+/g, ' ');
}

interface Keyword {
  uuid: string;
  keyword: string;
  folded: string;
}

interface Found {
  keyword: Keyword;
  /** Position in the folded text. */
  start: number;
  end: number;
}

/** Position of a keyword in the original text. */
type Place = Found;

type Values = Readonly<Record<string, string | undefined>>;

/** The active keywords at a moment, compiled for searching. */
export interface KeywordMatcher {
  /** Identifies the list: equal for matchers of the same list; null for an empty one. */
  version: string | null;
  /** The keywords in a text, without duplicates, in order of appearance. */
  keywordsIn(text: string): string[];
  /** The same for a body, regardless of its placeholders: their names and values are ignored. */
  hitsInBody(body: string): KeywordHits['hits'];
  /**
   * For a body in which `hitsInBody` finds nothing: searches for keywords that a recipient's values introduce, given the
   * values and the resulting text. Words of the body that are part of no keyword are removed beforehand.
   */
  forValues(body: string): (values: Values, text: string) => string[];
  /** Every occurrence of a keyword, in positions of the original text. */
  hits(text: string): KeywordHits['hits'];
}

/**
 * Compiles a matcher of folded keywords. Exact matches are found by their first word in a map, disguised ones by a trie:
 * the cost per text is the same for one keyword and for a thousand.
 */
export function keywordMatcher(keywords: readonly Keyword[], version: string | null): KeywordMatcher {
  const words = new Set(keywords.flatMap((keyword) => keyword.folded.match(WORD) ?? []));
  let neutral = '0';
  while (words.has(neutral)) neutral += '0';
  const byWord = new Map<string, { keyword: Keyword; before: number; needsBorder: boolean }[]>();
  for (const keyword of keywords) {
    const first = [...keyword.folded.matchAll(WORD)][0];
    if (!first) continue;
    const entry = { keyword, before: first.index, needsBorder: ENDS_WITH_WORD.test(keyword.folded) };
    byWord.set(first[0], [...(byWord.get(first[0]) ?? []), entry]);
  }

  const find = (text: string): readonly Found[] => {
    const found: Found[] = [];
    for (const word of text.matchAll(WORD)) {
      for (const { keyword, before, needsBorder } of byWord.get(word[0]) ?? []) {
        const start = word.index - before;
        const end = start + keyword.folded.length;
        if (start < 0 || !text.startsWith(keyword.folded, start)) continue;
        if (needsBorder && STARTS_WITH_WORD.test(text.slice(end, end + 2))) continue;
        found.push({ keyword, start, end });
      }
    }
    return found;
  };

  const inDisguise = disguisedFinder(keywords);
  const isAsWritten = (text: string): boolean => {
    const seen = fold(text);
    // Most texts do not contain the first word of any keyword; checking that costs a third of finding positions.
    return (seen.match(WORD)?.some((word) => byWord.has(word)) ?? false) && find(seen).length > 0;
  };
  const hits = (text: string): KeywordHits['hits'] => {
    if (keywords.length === 0) return [];
    const { result, starts, ends } = foldWithPlaces(text);
    const asWritten = find(result).map(({ keyword, start, end }) => ({
      keyword,
      start: starts[start] as number,
      end: ends[end - 1] as number,
    }));
    const isReported = ({ keyword, start, end }: Place): boolean =>
      asWritten.some((other) => other.keyword === keyword && start < other.end && end > other.start);
    return [...asWritten, ...inDisguise(text).filter((place) => !isReported(place))]
      .sort((a, b) => a.start - b.start || a.end - b.end)
      .map(({ keyword: { uuid, keyword }, start, end }) => ({ uuid, keyword, start, end }));
  };
  const named = (text: string): string[] => [...new Set(hits(text).map(({ keyword }) => keyword))];
  const keywordsIn = (text: string): string[] =>
    isAsWritten(text) || inDisguise(text).length > 0 ? named(text) : none;

  // A letter of no keyword, so that adjacent text is not a separate word. As long as what it replaces, to keep positions.
  const letter = FILLERS.find((one) => !keywords.some(({ folded }) => folded.includes(one))) ?? '';
  const masked = (body: string): string => body.replace(PLACEHOLDER, (name) => letter.repeat(name.length));

  /** A part of a body between placeholders, without the words that cannot be part of a keyword. */
  const reduced = (part: string, isFirst: boolean, isLast: boolean): string => {
    const text = fold(part);
    return text
      .replace(WORD, (word, at: number) => {
        const touches = (at === 0 && !isFirst) || (at + word.length === text.length && !isLast);
        return touches || words.has(word) ? word : neutral;
      })
      .replace(
        new RegExp(
          `(?<![\\p{L}\\p{M}\\p{N}])(${neutral}[^\\p{L}\\p{M}\\p{N}]+)+(?=${neutral}(?![\\p{L}\\p{M}\\p{N}]))`,
          'gu',
        ),
        '',
      );
  };

  return {
    version,
    keywordsIn,
    hitsInBody: (body) => hits(masked(body)),
    forValues(body) {
      const names = placeholders(body);
      const parts = body.split(PLACEHOLDER);
      const short = parts
        .map((part, n) => (n % 2 === 1 ? `{{${part}}}` : reduced(part, n === 0, n === parts.length - 1)))
        .join('');
      if (names.length === 0) return () => none;
      return (values, text) =>
        isAsWritten(renderBody(short, values).text) || inDisguise(text).length > 0 ? named(text) : none;
    },
    hits,
  };
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

/** Like `fold`, and maps each position of the result to its start and end in the text. */
function foldWithPlaces(text: string): { result: string; starts: number[]; ends: number[] } {
  const places: number[] = [];
  let seen = '';
  let at = 0;
  for (const char of text) {
    if (!UNSEEN.test(char)) {
      seen += char;
      for (let i = 0; i < char.length; i++) places.push(at + i);
    }
    at += char.length;
  }
  let result = '';
  const starts: number[] = [];
  const ends: number[] = [];
  // Normalising and folding never combine characters beyond a grapheme.
  for (const { segment, index } of graphemes.segment(seen)) {
    const whole = folded(segment).replace(/\s+/g, ' ');
    const piece = whole === ' ' && result.endsWith(' ') ? '' : whole;
    result += piece;
    const last = places[index + segment.length - 1] as number;
    for (let i = 0; i < piece.length; i++) {
      starts.push(places[index] as number);
      ends.push(last + 1);
    }
  }
  return { result, starts, ends };
}

/** Version of the comparison: a plan checked by another version is made anew. */
const RULES = 2;

/** The last list and its matcher: compiling a long one costs more than a message. */
let last: { list: string; matcher: KeywordMatcher } | undefined;

/** Loads the active keywords. */
export async function loadKeywords(db: Db): Promise<KeywordMatcher> {
  const { rows } = await sql<Keyword>`${prepared}
    SELECT uuid, keyword, folded FROM blocked_keyword WHERE is_active ORDER BY folded`.execute(db);
  const list = JSON.stringify(rows);
  if (last?.list === list) return last.matcher;
  const folded = rows.map((row) => row.folded).join('\n');
  const version = folded === '' ? null : createHash('sha256').update(`${RULES}\n${folded}`).digest('hex');
  const matcher = keywordMatcher(rows, version);
  last = { list, matcher };
  return matcher;
}

/** Refuses a body that contains a keyword, whatever its placeholders' values. */
export function refuseKeywords(matcher: KeywordMatcher, body: string): void {
  const hits = matcher.hitsInBody(body);
  const firsts = hits.filter(({ keyword }, n) => hits.findIndex((hit) => hit.keyword === keyword) === n);
  const [hit] = firsts;
  if (!hit) return;
  if (firsts.length > 1) {
    const names = firsts.map((one) => `“${one.keyword}” (${characterOf(body, one)})`).join(', ');
    throw invalidField(
      'body',
      `The text has blocked keywords, each with the position of its first character: ${names}. Write it without them.`,
    );
  }
  const written = writtenAs(body, hit);
  throw invalidField(
    'body',
    written
      ? `The text has a blocked keyword: “${hit.keyword}”, written “${written}” at character ${characterOf(body, hit)}. Write it without.`
      : `The text has a blocked keyword: “${hit.keyword}” at character ${characterOf(body, hit)}. Write it without.`,
  );
}

/** Why a recipient's text is refused: its first keyword and the position. */
export function keywordReason(matcher: KeywordMatcher, text: string): string {
  const [hit] = matcher.hits(text);
  if (!hit) return 'The text has a blocked keyword.';
  const written = writtenAs(text, hit);
  return written
    ? `The text has a blocked keyword: “${hit.keyword}”, written “${written}” at character ${characterOf(text, hit)}.`
    : `The text has a blocked keyword: “${hit.keyword}” at character ${characterOf(text, hit)}.`;
}

type Hit = KeywordHits['hits'][number];

/** The position of a keyword in characters as people count them, starting at 1. */
const characterOf = (text: string, { start }: Hit): number =>
  [...graphemes.segment(text.slice(0, start))].length + 1;

/** How the text writes the keyword, if it looks different. */
function writtenAs(text: string, { keyword, start, end }: Hit): string | undefined {
  const written = text.slice(start, end).replace(ALL_UNSEEN, '').replace(/\s+/g, ' ');
  return fold(written) === fold(keyword) ? undefined : written;
}
