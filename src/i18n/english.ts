import english from 'ra-language-english';
import { auth } from './en/auth.ts';
import { blacklist } from './en/blacklist.ts';
import { calendar } from './en/calendar.ts';
import { contacts } from './en/contacts.ts';
import { crud } from './en/crud.ts';
import { dashboard } from './en/dashboard.ts';
import { developers } from './en/developers.ts';
import { documents } from './en/documents.ts';
import { keyboard } from './en/keyboard.ts';
import { kyc } from './en/kyc.ts';
import { messaging } from './en/messaging.ts';
import { onlinePayment } from './en/onlinePayment.ts';
import { payments } from './en/payments.ts';
import { profile } from './en/profile.ts';
import { shared } from './en/shared.ts';
import { shell } from './en/shell.ts';
import { twoFactor } from './en/twoFactor.ts';
import { merge, type Texts } from './merge.ts';

/** The console's texts in English, without those of staff's pages (englishStaff.ts). */
const messages = merge(
  english,
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
);

export const texts: Texts = { messages };
