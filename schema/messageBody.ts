import { z } from 'zod';
import { bodyProblem } from './bodyText.ts';
import { BODY_MAX } from './sms.ts';

/** Input rules for the text of a message or template. */
export const messageBody = z
  .string()
  .min(1, 'Required')
  .max(BODY_MAX)
  .superRefine((body, { addIssue }) => {
    const message = body === '' ? undefined : bodyProblem(body);
    if (message) addIssue({ code: 'custom', message, input: body });
  });
