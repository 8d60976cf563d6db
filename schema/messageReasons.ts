import { own } from './own.ts';

/**
 * The reason of a message's state, in words. The console has the same keys in Nepali; files that the server writes are in
 * English.
 */
export const messageReasons = {
  // From the operator: a command_status (SMPP 3.4, 5.1.3).
  number: 'The operator does not accept this number',
  sender: 'The operator does not accept the sender ID',
  length: 'The operator does not accept a message of this length',
  format: 'The operator does not accept how the message was sent',
  time: 'The operator does not accept the delivery time or validity',
  throttled: 'The operator asked to send more slowly; it is retried automatically',
  queue_full: 'The operator’s queue was full; it is retried automatically',
  system: 'The operator’s system failed for a moment; it is retried automatically',
  link: 'The connection was not signed in to the operator',
  not_allowed: 'The operator does not allow this kind of message',
  refused: 'The operator refused it without a reason',
  partly: '%{reason}; %{done} of %{total} parts were accepted',
  // From the network: the error code of a receipt (3GPP TS 29.002).
  not_in_service: 'The number is not in service',
  absent: 'The phone was switched off or out of reach',
  no_sms: 'The number has no SMS service',
  barred: 'The number is barred from receiving messages',
  handset: 'The phone cannot receive messages',
  busy: 'The phone was busy with other messages',
  phone_full: 'The phone could not take the message; its memory may be full',
  waiting_full: 'Too many messages are waiting for this number',
  network: 'The operator’s network failed',
  // From Viber: the status of its answer (see viberStatuses).
  viber_failed: 'Viber failed for a moment',
  viber_identity: 'Viber does not know this Viber identity',
  viber_request: 'Viber does not accept how the message was sent',
  viber_blocked: 'The recipient blocked this sender or all business messages on Viber',
  viber_none: 'The number does not use Viber',
  viber_device: 'No device of the recipient can receive business messages on Viber',
  viber_access: 'Viber does not accept messages from this server or Viber identity',
  viber_billing: 'Viber does not allow messages to be charged to this Viber identity',
  viber_validity: 'Viber does not accept how long the message is valid',
  viber_session: 'Viber takes no more messages until the recipient answers',
  // Any other code.
  status: 'Operator error %{code}',
  code: 'Operator error code %{code}',
  // Our own.
  WORKER_DIED: 'The server stopped before the operator had answered',
  FAILOVER: 'The database was replaced before the operator’s answer was recorded',
  CAMPAIGN_STOPPED: 'The campaign was paused or ended before this message was sent',
  NOT_SENT: 'The server stopped before it was sent; it is retried automatically',
  BLACKLISTED: 'The number was put on the blacklist while the campaign waited for approval',
  NO_RECEIPT: 'No receipt came before its validity ended',
  SETTLED: 'An administrator set the result manually',
  RELEASED: 'The final receipt came after its money had been released: it was not charged',
  connection: 'The connection to the operator broke before it answered',
  unclear: 'The operator’s answer could not be understood',
};
type MessageReason = keyof typeof messageReasons;

/** Command statuses by their meaning for the sender, without the ESME_R prefix. */
const statuses: Partial<Record<MessageReason, string>> = {
  number: 'INVDSTADR INVDSTTON INVDSTNPI INVDSTADDRSUBUNIT INVNUMDESTS INVDLNAME INVDESTFLAG CNTSUBDL',
  sender: 'INVSRCADR INVSRCTON INVSRCNPI INVSRCADDRSUBUNIT',
  length: 'INVMSGLEN',
  format:
    'INVCMDLEN INVCMDID INVPRTFLG INVREGDLVFLG INVSERTYP INVSUBREP INVESMCLASS INVREPFLAG INVNUMMSGS INVDFTMSGID INVMSGID CANCELFAIL REPLACEFAIL QUERYFAIL INVTLVSTREAM TLVNOTALLWD INVTLVLEN MISSINGTLV INVTLVVAL INVDCS INVBCASTFREQINT INVBCASTALIAS_NAME INVBCASTAREAFMT INVNUMBCAST_AREAS INVBCASTCNTTYPE INVBCASTMSGCLASS BCASTFAIL BCASTQUERYFAIL BCASTCANCELFAIL INVBCAST_REP INVBCASTSRVGRP INVBCASTCHANIND',
  time: 'INVSCHED INVEXPIRY',
  throttled: 'THROTTLED',
  queue_full: 'MSGQFUL',
  system: 'SYSERR X_T_APPN SERTYPUNAVAIL',
  link: 'INVBNDSTS ALYBND BINDFAIL INVPASWD INVSYSID INVSYSTYP',
  not_allowed: 'SERTYPUNAUTH SERTYPDENIED PROHIBITED',
  refused: 'SUBMITFAIL X_P_APPN X_R_APPN DELIVERYFAILURE UNKNOWNERR',
};
const byStatus: Record<string, MessageReason> = Object.fromEntries(
  Object.entries(statuses).flatMap(([reason, names]) =>
    names.split(' ').map((name) => [`ESME_R${name}`, reason as MessageReason]),
  ),
);

/** Error codes of receipts as numbered by GSM's MAP, which most operators use. */
const byCode: Record<number, MessageReason> = {
  1: 'not_in_service',
  5: 'not_in_service',
  6: 'absent',
  9: 'not_in_service',
  10: 'no_sms',
  11: 'no_sms',
  12: 'handset',
  13: 'barred',
  21: 'no_sms',
  27: 'absent',
  28: 'handset',
  31: 'busy',
  32: 'phone_full',
  33: 'waiting_full',
  34: 'network',
  35: 'network',
  36: 'network',
};

/**
 * Statuses of Viber Business Messages, as its partners publish them (tyntec.com/docs, "How do I know if my messages have been
 * delivered to the user?"; Alibaba Cloud, "Viber API error codes", has the same names and meanings without numbers). Unsure: 13,
 * "not permitted", is an error of billing in both; other partners have 14 for that.
 */
const viberStatuses: Record<number, MessageReason> = {
  1: 'viber_failed', // SRVC_INTERNAL_FAILURE
  2: 'viber_identity', // SRVC_BAD_SERVICE_ID
  3: 'viber_request', // SRVC_BAD_DATA
  5: 'viber_request', // SRVC_BAD_MESSAGE_TYPE
  6: 'viber_request', // SRVC_BAD_PARAMETERS
  7: 'viber_failed', // SRVC_TIMEOUT
  8: 'viber_blocked', // SRVC_USER_BLOCKED
  9: 'viber_none', // SRVC_NOT_VIBER_USER
  10: 'viber_device', // SRVC_NO_SUITABLE_DEVICE
  11: 'viber_access', // SRVC_UNAUTHORIZED_IP
  13: 'viber_billing', // SRVC_NOT_PERMITTED
  18: 'viber_request', // SRVC_BAD_LABEL
  20: 'viber_validity', // SRVC_INVALID_TTL
  21: 'viber_session', // SRVC_WAIT_FOR_USER_RESPONSE
};
/** A number from a Viber gateway as it is recorded, so that it is not read as a code for an SMS. */
export const viberCode = (digits: string): string => `VIBER_${digits.replace(/^0+(?=\d)/, '')}`;

/** Translates a reason and inserts its values. */
type Say = (reason: MessageReason, values: Record<string, string>) => string;

const inEnglish: Say = (reason, values) =>
  messageReasons[reason].replace(/%\{(\w+)\}/g, (hole, name: string) => own(values, name) ?? hole);

/** A message's reason in words, with the operator's code in brackets after it; in English without `say`. */
export function reasonText(error: string, say: Say = inEnglish): string {
  const [, code = error, done = '', total = ''] =
    /^(\S+) after (\d+) of (\d+) parts were accepted$/.exec(error) ?? [];
  const reason = wordsOf(code, say);
  return total === '' ? reason : say('partly', { reason, done, total });
}

function wordsOf(code: string, say: Say): string {
  if (Object.hasOwn(messageReasons, code)) return say(code as MessageReason, {});
  const status = own(byStatus, code);
  if (status) return `${say(status, {})} (${code})`;
  const [, viber, number] = /^(VIBER_)?(\d+)$/.exec(code) ?? [];
  if (number) {
    const known = (viber ? viberStatuses : byCode)[Number(number)];
    return known ? `${say(known, {})} (${code})` : say('code', { code });
  }
  if (code.startsWith('no clear answer'))
    return `${say('unclear', {})} (${code.replace('no clear answer, ', '')})`;
  // How a link reports why it broke: "no answer within 60000 ms", "the operator is silent".
  return /^(no|the) [a-z]/.test(code) ? `${say('connection', {})} (${code})` : say('status', { code });
}
