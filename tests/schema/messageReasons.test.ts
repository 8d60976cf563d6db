import { describe, expect, test } from 'vitest';
import { messageReasons, reasonText } from '#schema/messageReasons.ts';
import { statusWords } from '#schema/statusWords.ts';
import { STATUS, statusName } from '../../server/services/sending/smpp/codec/statuses.ts';
import { texts as crud } from '../../src/i18n/en/crud.ts';
import { texts as nepali } from '../../src/i18n/ne/messageReasons.ts';

describe('a message’s reason in words', () => {
  test.each([
    ['ESME_RINVDSTADR', 'The operator does not accept this number (ESME_RINVDSTADR)'],
    [
      'ESME_RX_T_APPN',
      'The operator’s system failed for a moment; it is retried automatically (ESME_RX_T_APPN)',
    ],
    ['027', 'The phone was switched off or out of reach (027)'],
    ['1', 'The number is not in service (1)'],
    ['999', 'Operator error code 999'],
    ['0x00000400', 'Operator error 0x00000400'],
    ['ESME_RNEW', 'Operator error ESME_RNEW'],
    ['constructor', 'Operator error constructor'],
    ['NO_RECEIPT', 'No receipt came before its validity ended'],
    [
      'no answer within 60000 ms',
      'The connection to the operator broke before it answered (no answer within 60000 ms)',
    ],
    ['the link was closed', 'The connection to the operator broke before it answered (the link was closed)'],
    [
      'ESME_RSUBMITFAIL after 1 of 3 parts were accepted',
      'The operator refused it without a reason (ESME_RSUBMITFAIL); 1 of 3 parts were accepted',
    ],
  ])('%s', (error, words) => expect(reasonText(error)).toBe(words));

  test('is there for every status that SMPP defines', () => {
    const wordless = Object.values(STATUS)
      .map(statusName)
      .filter((name) => name !== 'ESME_ROK' && reasonText(name).startsWith('Operator error'));
    expect(wordless).toEqual([]);
  });

  test('is the console’s too, in both languages', () => {
    expect(Object.keys(nepali.message.reason)).toEqual(Object.keys(messageReasons));
    expect(crud.crud.choices).toMatchObject(statusWords);
  });
});
