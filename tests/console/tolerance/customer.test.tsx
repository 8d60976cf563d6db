import { describe, test } from 'vitest';
import { expectTolerance } from '../support/tolerance.tsx';

describe('with an API that answers otherwise', () => {
  test(
    'nothing crashes or says what nobody can read: a customer, in ne',
    () => expectTolerance('customer', 'ne'),
    120_000,
  );
});
