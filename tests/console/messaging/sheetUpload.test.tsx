import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { SameThread } from '../support/sheetWorker.ts';
import { field, open, press, setUpCompose } from './composeSetup.tsx';

const setup = setUpCompose();
beforeEach(() => {
  vi.stubGlobal('Worker', SameThread);
});
afterEach(() => {
  vi.unstubAllGlobals();
});

test('a file whose upload fails leaves the focus in the text that is being typed', async () => {
  setup.replies = [{ status: 500, body: { detail: 'No.', request_id: 'id-of-an-upload' } }];
  open();
  const body = await field('Text');
  await userEvent.click(await screen.findByRole('tab', { name: 'Upload a file' }));
  const file = new File(['Mobile,Name\n9841000001,Sita\n'], 'people.csv', { type: 'text/csv' });
  await userEvent.upload(await screen.findByLabelText('Choose a file'), file);
  const answer = setup.server.hold();
  await press('Use this file (1 number)');
  await userEvent.type(body, 'Please');
  answer();
  const failed = await screen.findByText(/The file could not be uploaded/);
  expect(failed.textContent).toContain('id-of-an-upload');
  // The first key makes React run the alert's effects, which would move the focus.
  await userEvent.keyboard(' pay');
  expect(body.value).toBe('Please pay');
  expect(document.activeElement).toBe(body);
});
