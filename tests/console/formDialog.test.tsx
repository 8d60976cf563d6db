import { cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, expect, test } from 'vitest';
import { FormDialog } from '../../src/crud/FormDialog.tsx';

afterEach(cleanup);

/** A dialog inside a page's own form, and what was sent of both. */
function open(busy: boolean) {
  const sent: string[] = [];
  render(
    <form onSubmit={() => sent.push('page')}>
      <FormDialog
        title="Add"
        submit="Send"
        busy={busy}
        failure="Not added"
        onSubmit={() => sent.push('dialog')}
        onClose={() => sent.push('closed')}
      >
        <input aria-label="Reason" />
      </FormDialog>
    </form>,
  );
  const dialog = screen.getByRole('dialog', { name: 'Add' });
  return { sent, dialog, form: dialog.querySelector('form') as HTMLFormElement };
}

test('a form in a dialog is sent, and the page’s own form is not', () => {
  const { sent, form, dialog } = open(false);
  expect(screen.getByRole('alert').textContent).toBe('Not added');
  fireEvent.submit(form);
  expect(sent).toEqual(['dialog']);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(sent).toEqual(['dialog', 'closed']);
});

test('while it is sent nothing sends or closes it', () => {
  const { sent, form, dialog } = open(true);
  fireEvent.submit(form);
  fireEvent.keyDown(dialog, { key: 'Escape' });
  expect(sent).toEqual([]);
});
