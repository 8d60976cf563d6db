import type { z } from 'zod';

type Issue = z.core.$ZodRawIssue;

const limit = (issue: Issue, name: 'minimum' | 'maximum'): number =>
  Number((issue as unknown as Record<string, unknown>)[name] ?? 0);

function tooSmall(issue: Issue): string {
  const min = limit(issue, 'minimum');
  if (issue.origin !== 'string') return `At least ${min}`;
  return min <= 1 ? 'Required' : `At least ${min} characters`;
}

const tooBig = (issue: Issue): string =>
  `At most ${limit(issue, 'maximum')}${issue.origin === 'string' ? ' characters' : ''}`;

const formats: Record<string, string> = {
  email: 'Enter an e-mail address, such as name@example.com',
  datetime: 'Enter a date and a time',
  date: 'Enter a date',
};

/**
 * A message for a zod issue that has none of its own. The console has these texts in both languages (`crud.error` in
 * src/i18n): change them there too.
 */
export function fieldSentence(issue: Issue): string {
  if (issue.input === undefined || issue.input === null || issue.input === '') return 'Required';
  switch (issue.code) {
    case 'too_small':
      return tooSmall(issue);
    case 'too_big':
      return tooBig(issue);
    case 'invalid_type':
      if (issue.expected === 'number') return 'Enter a number';
      return issue.expected === 'int' ? 'Enter a whole number' : 'This value cannot be used';
    case 'invalid_format':
      return formats[String(issue.format)] ?? 'This value cannot be used';
    default:
      return 'This value cannot be used';
  }
}
