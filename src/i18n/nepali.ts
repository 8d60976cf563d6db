import { NO_ANSWER } from '../core/http.ts';
import { merge, type Texts } from './merge.ts';
import { auth } from './ne/auth.ts';
import { blacklist } from './ne/blacklist.ts';
import { calendar } from './ne/calendar.ts';
import { contacts } from './ne/contacts.ts';
import { crud } from './ne/crud.ts';
import { dashboard } from './ne/dashboard.ts';
import { developers } from './ne/developers.ts';
import { documents } from './ne/documents.ts';
import { keyboard } from './ne/keyboard.ts';
import { kyc } from './ne/kyc.ts';
import { messageReasons } from './ne/messageReasons.ts';
import { messaging } from './ne/messaging.ts';
import { onlinePayment } from './ne/onlinePayment.ts';
import { payments } from './ne/payments.ts';
import { profile } from './ne/profile.ts';
import { reactAdmin } from './ne/reactAdmin.ts';
import { shared } from './ne/shared.ts';
import { shell } from './ne/shell.ts';
import { twoFactor } from './ne/twoFactor.ts';
import { serverInNepali } from './serverInNepali.ts';

/** The console's texts in Nepali, without those of staff's pages (nepaliStaff.ts). */
const messages = merge(
  reactAdmin,
  auth,
  shell,
  shared,
  crud,
  documents,
  calendar,
  contacts,
  blacklist,
  messaging,
  payments,
  kyc,
  onlinePayment,
  profile,
  twoFactor,
  dashboard,
  developers,
  keyboard,
  messageReasons,
  // The browser's own failure has no translation key: its English text is the key.
  { [NO_ANSWER]: auth.auth.no_answer },
);

export const texts: Texts = { messages, serverSentence: serverInNepali };
