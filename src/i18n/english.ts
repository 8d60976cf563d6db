import english from 'ra-language-english';
import { accounts } from './en/accounts.ts';
import { audit } from './en/audit.ts';
import { auth } from './en/auth.ts';
import { blacklist } from './en/blacklist.ts';
import { calendar } from './en/calendar.ts';
import { catalogue } from './en/catalogue.ts';
import { contacts } from './en/contacts.ts';
import { crud } from './en/crud.ts';
import { dashboard } from './en/dashboard.ts';
import { developers } from './en/developers.ts';
import { documents } from './en/documents.ts';
import { keyboard } from './en/keyboard.ts';
import { kyc } from './en/kyc.ts';
import { links } from './en/links.ts';
import { messaging } from './en/messaging.ts';
import { onlinePayment } from './en/onlinePayment.ts';
import { oversight } from './en/oversight.ts';
import { payments } from './en/payments.ts';
import { profile } from './en/profile.ts';
import { reviews } from './en/reviews.ts';
import { shell } from './en/shell.ts';
import { twoFactor } from './en/twoFactor.ts';
import { users } from './en/users.ts';
import { merge, type Texts } from './merge.ts';

/** All of the console's texts in English. */
const messages = merge(
  english,
  auth,
  shell,
  crud,
  documents,
  calendar,
  contacts,
  blacklist,
  messaging,
  oversight,
  payments,
  kyc,
  reviews,
  onlinePayment,
  profile,
  twoFactor,
  catalogue,
  dashboard,
  links,
  developers,
  accounts,
  users,
  audit,
  keyboard,
);

export const texts: Texts = { messages };
