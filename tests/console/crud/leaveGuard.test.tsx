import { act, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { LeaveGuard } from '../../../src/crud/LeaveGuard.tsx';

let saved = (): void => undefined;

function Form() {
  const [isDirty, setDirty] = useState(true);
  const isOver = useRef(false);
  saved = () => {
    isOver.current = true;
  };
  return (
    <>
      <button type="button" onClick={() => flushSync(() => setDirty(false))}>
        Clean
      </button>
      <LeaveGuard active={isDirty} isOver={isOver} isSaving title="Leave?" text="Not saved" leave="Leave" />
    </>
  );
}

test('a form that is saved while a link waits follows its redirect, and the link is forgotten', async () => {
  const router = createMemoryRouter([
    { path: '/', element: <Form /> },
    { path: '*', element: <p>Elsewhere</p> },
  ]);
  // What an effect throws is drawn instead of the page.
  const errors = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  render(<RouterProvider router={router} />);
  await act(() => router.navigate('/link'));
  expect(router.state.location.pathname).toBe('/');
  await act(async () => {
    saved();
    await router.navigate('/record');
    // React has not drawn the new page yet when the form counts as clean.
    screen.getByRole('button', { name: 'Clean' }).click();
  });
  expect(errors).not.toHaveBeenCalled();
  expect(screen.getByText('Elsewhere')).toBeTruthy();
  expect(router.state.location.pathname).toBe('/record');
});
