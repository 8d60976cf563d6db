import { afterEach, expect, it, vi } from 'vitest';
import { showDrawing } from '../../../src/start/root.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  document.body.replaceChildren();
});

it('leaves the page as it is where its policy forbids markup', () => {
  const place = Object.assign(document.createElement('div'), { id: 'root', textContent: 'Sign in' });
  document.body.append(place);
  const createPolicy = vi.fn(() => {
    throw new TypeError('not named in the policy');
  });
  vi.stubGlobal('trustedTypes', { createPolicy });
  expect(showDrawing({ html: '<main></main>', css: '', look: '{}' }, 'u1')).toBe(false);
  expect(createPolicy).toHaveBeenCalledWith('drawn-list', expect.anything());
  expect(place.outerHTML).toBe('<div id="root">Sign in</div>');
});
