import { cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { HttpError } from '../../src/core/http.ts';
import { preferences } from '../../src/core/preferences.ts';
import { FormDialog } from '../../src/crud/FormDialog.tsx';
import { renderPage } from './support/messagingConsole.tsx';

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
        failure={new HttpError('Not added')}
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

test('what is typed is not discarded by Esc without asking', async () => {
  preferences.set({ language: 'en' });
  const sent: string[] = [];
  renderPage(
    '/',
    <FormDialog
      title="Add"
      submit="Send"
      onSubmit={() => sent.push('dialog')}
      onClose={() => sent.push('closed')}
    >
      <input aria-label="Reason" />
    </FormDialog>,
  );
  const user = userEvent.setup();
  const reason = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Reason' });
  await user.type(reason, 'Moved{Escape}');
  const asked = () => screen.findByRole('dialog', { name: 'Discard what you entered?' });
  await user.click(within(await asked()).getByRole('button', { name: 'Stay' }));
  await waitFor(() => expect(screen.queryByRole('dialog', { name: /Discard/ })).toBeNull());
  expect([reason.value, sent]).toEqual(['Moved', []]);
  await user.type(reason, '{Escape}');
  await user.click(within(await asked()).getByRole('button', { name: 'Discard' }));
  expect(sent).toEqual(['closed']);
});
