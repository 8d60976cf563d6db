import { NO_ANSWER } from '../http.ts';
import { merge, type Texts } from './merge.ts';
import { accounts } from './ne/accounts.ts';
import { audit } from './ne/audit.ts';
import { auth } from './ne/auth.ts';
import { blacklist } from './ne/blacklist.ts';
import { calendar } from './ne/calendar.ts';
import { catalogue } from './ne/catalogue.ts';
import { contacts } from './ne/contacts.ts';
import { crud } from './ne/crud.ts';
import { dashboard } from './ne/dashboard.ts';
import { developers } from './ne/developers.ts';
import { documents } from './ne/documents.ts';
import { keyboard } from './ne/keyboard.ts';
import { kyc } from './ne/kyc.ts';
import { links } from './ne/links.ts';
import { messaging } from './ne/messaging.ts';
import { onlinePayment } from './ne/onlinePayment.ts';
import { oversight } from './ne/oversight.ts';
import { payments } from './ne/payments.ts';
import { profile } from './ne/profile.ts';
import { reactAdmin } from './ne/reactAdmin.ts';
import { reviews } from './ne/reviews.ts';
import { shell } from './ne/shell.ts';
import { twoFactor } from './ne/twoFactor.ts';
import { users } from './ne/users.ts';
import { serverInNepali } from './serverInNepali.ts';

/** All of the console's texts in Nepali. */
const messages = merge(
  reactAdmin,
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
  // The browser's own failure has no translation key: its English text is one.
  { [NO_ANSWER]: auth.auth.no_answer },
);

export const texts: Texts = { messages, serverSentence: serverInNepali };
