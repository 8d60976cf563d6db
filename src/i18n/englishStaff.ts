import { accounts } from './en/accounts.ts';
import { audit } from './en/audit.ts';
import { catalogue } from './en/catalogue.ts';
import { links } from './en/links.ts';
import { oversight } from './en/oversight.ts';
import { reviews } from './en/reviews.ts';
import { setup } from './en/setup.ts';
import { users } from './en/users.ts';
import { texts as everybodys } from './english.ts';
import { merge, type Texts } from './merge.ts';

/** All of the console's texts in English: this chunk is loaded with the other one, for staff only. */
export const texts: Texts = {
  ...everybodys,
  messages: merge(everybodys.messages, oversight, reviews, catalogue, links, accounts, setup, users, audit),
};
