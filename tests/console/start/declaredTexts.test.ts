import { afterAll, expect, test } from 'vitest';
import '../../../src/App.tsx';
import { endSession } from '../../../src/core/session.ts';
import { screens } from '../../../src/start/screen.ts';

afterAll(() => endSession());

const textsOf = (wanted: string) => screens().find(({ address }) => address === wanted)?.texts;

test('a view has the texts of its resource, or those that are declared with it', () => {
  expect(textsOf('contact')).toEqual(['contacts']);
  expect(textsOf('contact/:id/show')).toEqual(['contacts', 'blacklist', 'messaging']);
  expect(textsOf('admin/accounts/:id/show')).toEqual(['accounts', 'dashboard', 'payments']);
  expect(textsOf('admin/accounts/:id')).toEqual(['accounts']);
});
