import { z } from 'zod';
import { isBlank, refusedCharacter } from './bodyText.ts';

/** What other people read in settings, names and reasons. One of invisible characters alone is empty, and none turns or breaks the text around it. */
export const shownText = (most: number) =>
  z
    .string()
    .overwrite((text) => (isBlank(text) ? '' : text.trim()))
    // A text that is too long must not be looked at further.
    .max(most, { abort: true })
    .superRefine((text, context) => {
      const character = refusedCharacter(text);
      if (!character) return;
      const message = `The text has a character that is not allowed: ${character}. Delete it.`;
      context.addIssue({ code: 'custom', message });
    });

/**
 * The same in one line, as for names: a line break that was pasted with it is a space. Looked for once in each run of spaces,
 * so that the time does not grow with the square of the run.
 */
export const shownLine = (most: number) =>
  shownText(most).overwrite((text) => text.replace(/(?<!\s)\s*[\t\n\v\f\r\u2028\u2029]\s*/g, ' '));

/** A name that other people see in their lists, mails and papers. Stored names may be older than this rule. */
export const shownName = (most: number) => shownLine(most).min(1, 'Required');
