import { merge, type Texts } from './merge.ts';
import { accounts } from './ne/accounts.ts';
import { audit } from './ne/audit.ts';
import { catalogue } from './ne/catalogue.ts';
import { links } from './ne/links.ts';
import { oversight } from './ne/oversight.ts';
import { reviews } from './ne/reviews.ts';
import { setup } from './ne/setup.ts';
import { users } from './ne/users.ts';
import { texts as everybodys } from './nepali.ts';

/** All of the console's texts in Nepali: this chunk is loaded with the other one, for staff only. */
export const texts: Texts = {
  ...everybodys,
  messages: merge(everybodys.messages, oversight, reviews, catalogue, links, accounts, setup, users, audit),
};
