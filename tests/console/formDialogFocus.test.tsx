import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { FormDialog } from '../../src/crud/FormDialog.tsx';

afterEach(cleanup);

function Dialog() {
  const [isWrong, setWrong] = useState(false);
  return (
    <FormDialog title="Add" submit="Send" onSubmit={() => setWrong(true)} onClose={() => undefined}>
      <input aria-label="Name" />
      <input aria-label="Reason" aria-invalid={isWrong} />
    </FormDialog>
  );
}

test('the first wrong field of a form in a dialog gets the focus each time it is sent', () => {
  render(<Dialog />);
  const form = document.querySelector('form') as HTMLFormElement;
  for (let attempt = 0; attempt < 2; attempt++) {
    screen.getByRole('button', { name: 'Send' }).focus();
    fireEvent.submit(form);
    expect(document.activeElement).toBe(screen.getByLabelText('Reason'));
  }
});
