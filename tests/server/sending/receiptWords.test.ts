import { expect, test } from 'vitest';
import { statusOfWord } from '../../../server/services/sending/link/receiptWords.ts';

test.each([
  ['DELIVRD', 'delivered'],
  ['Delivered', 'delivered'],
  ['DELIVERED_TO_HANDSET', 'delivered'],
  ['DeliveredToTerminal', 'delivered'],
  ['DELIVERY_SUCCESS', 'delivered'],
  ['delivery ok', 'delivered'],
  ['delivery_failed', 'undelivered'],
  ['DeliveryImpossible', 'undelivered'],
  ['DELIVERY_REJECTED', 'rejected'],
  ['DELIVERY_EXPIRED', 'expired'],
  ['Not Delivered', 'undelivered'],
  ['UNDELIV', 'undelivered'],
  ['DELETED', 'undelivered'],
  ['DELIVERING', 'pending'],
  ['DeliveredToNetwork', 'pending'],
  ['DELIVERED_TO_OPERATOR', 'pending'],
  ['DeliveryUncertain', 'unknown'],
  ['DELIVERY_QUEUE', 'unknown'],
  ['DELIVERY', 'unknown'],
  ['SUCCESS', 'unknown'],
  ['seen', 'read'],
  ['1', 'unknown'],
  ['', 'unknown'],
])('an operator’s word %s says: %s', (word, status) => {
  expect(statusOfWord(word)).toBe(status);
});
