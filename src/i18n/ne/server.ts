import { everywhere } from './server/everywhere.ts';
import { payments } from './server/payments.ts';
import { people } from './server/people.ts';
import { provider } from './server/provider.ts';
import { sending } from './server/sending.ts';

/**
 * The server's own sentences in Nepali, keyed by the English; `%{1}` and `%{2}` stand for the server's
 * values. tests/console/i18n/serverSentences.test.ts reads the server's source and lists missing sentences.
 */
export const server: Readonly<Record<string, string>> = {
  ...everywhere,
  ...people,
  ...sending,
  ...payments,
  ...provider,
};
