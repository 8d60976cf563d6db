import { describe, test } from 'vitest';
import { expectTolerance } from '../support/tolerance.tsx';

describe('with an API that answers otherwise', () => {
  test(
    'nothing crashes or says what nobody can read: a admin, in en',
    () => expectTolerance('admin', 'en'),
    120_000,
  );
});
