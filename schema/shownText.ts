import { z } from 'zod';
import { isBlank, textProblem } from './bodyText.ts';

/** What people read in a setting. One of invisible characters alone is empty, and none turns or breaks the text around it. */
export const shownText = (most: number) =>
  z
    .string()
    .overwrite((text) => (isBlank(text) ? '' : text.trim()))
    .max(most)
    .superRefine((text, context) => {
      const message = textProblem(text);
      if (message) context.addIssue({ code: 'custom', message });
    });

/** The same in one line, as for names: a line break that was pasted with it is a space. */
export const shownLine = (most: number) =>
  shownText(most).overwrite((text) => text.replace(/\s*[\t\n\v\f\r\u2028\u2029]\s*/g, ' '));
