import { cleanup, render } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { Email } from '../../../src/crud/fields.tsx';

afterEach(cleanup);

const breaks = (address: string) => {
  const { container } = render(<Email address={address} />);
  expect(container.textContent).toBe(address);
  return container.innerHTML.replaceAll('<wbr>', '|');
};

it('breaks a short address after its @ only', () => {
  expect(breaks('asha.gurung@himal.com.np')).toBe('asha.gurung@|himal.com.np');
});

it('breaks a long address after its dots, too, so that a list stays as wide as its page', () => {
  expect(breaks('somebody.of.accounts@subdomain.himaltraders.example')).toBe(
    'somebody.|of.|accounts@|subdomain.|himaltraders.|example',
  );
});
