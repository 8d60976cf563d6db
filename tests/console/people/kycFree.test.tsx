import { act, renderHook } from '@testing-library/react';
import { MemoryRouter } from 'react-router-dom';
import { expect, test } from 'vitest';
import { useKycForm } from '../../../src/resources/people/kyc/useKycForm.ts';
import { setUpKyc, values } from './kycSetup.tsx';

const setup = setUpKyc();

test('can be submitted again after an error while its result was looked for', async () => {
  setup.submitted = 'drop';
  const { result } = renderHook(
    () =>
      useKycForm({
        type: 'individual',
        initial: values,
        former: null,
        onSubmitted: () => undefined,
        look: () => Promise.reject(new Error('no record')),
      }),
    { wrapper: MemoryRouter },
  );
  for (const _ of [1, 2]) {
    await act(() => expect(result.current.submit()).rejects.toThrow('no record'));
    expect(result.current.isSubmitting).toBe(false);
  }
});
