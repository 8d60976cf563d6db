import { render } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { useRef } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';
import { useTitleFromHeading } from '../../../src/layout/pageTitle.ts';

beforeEach(() => {
  vi.useFakeTimers();
});

function Page({ heading }: { heading: string }) {
  const place = useRef<HTMLElement>(null);
  useTitleFromHeading(place);
  return (
    <main ref={place}>
      <h1>{heading}</h1>
    </main>
  );
}
const page = (heading: string) => (
  <CoreAdminContext>
    <Page heading={heading} />
  </CoreAdminContext>
);

test('the document’s title follows the heading in a task after the frame that shows it', async () => {
  const { rerender } = render(page('Contacts'));
  expect(document.title).toMatch(/^Contacts · /);
  rerender(page('Hira Gurung'));
  // The observer has been told of the heading: observers are called in a microtask.
  await Promise.resolve();
  expect(document.title).toMatch(/^Contacts · /);
  // In the frame itself it is too early: it has not been painted.
  vi.advanceTimersToNextFrame();
  expect(document.title).toMatch(/^Contacts · /);
  vi.runAllTimers();
  expect(document.title).toMatch(/^Hira Gurung · /);
});

test('text that changes below the heading does not set the title again', async () => {
  const { container } = render(page('Contacts'));
  const text = container.querySelector('main')?.appendChild(document.createElement('p'));
  const changes: MutationRecord[] = [];
  const observer = new MutationObserver((records) => changes.push(...records));
  observer.observe(document.head, { childList: true, characterData: true, subtree: true });
  text?.append('a');
  await Promise.resolve();
  vi.runAllTimers();
  await Promise.resolve();
  observer.disconnect();
  expect(changes).toEqual([]);
});
