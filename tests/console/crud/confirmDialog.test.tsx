import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { CoreAdminContext } from 'ra-core';
import { useState } from 'react';
import { afterEach, expect, test } from 'vitest';
import { ConfirmDialog } from '../../../src/crud/ConfirmDialog.tsx';
import { useAct } from '../../../src/crud/useAct.ts';

let acted = 0;
let finish: () => void = () => undefined;
afterEach(() => {
  cleanup();
  acted = 0;
});

function Asking() {
  const [isOpen, setOpen] = useState(true);
  const { isBusy, run } = useAct(() => setOpen(false));
  const onConfirm = () =>
    void run(async () => {
      acted += 1;
      await new Promise<void>((resolve) => {
        finish = resolve;
      });
      return undefined;
    });
  return (
    <ConfirmDialog
      open={isOpen}
      busy={isBusy}
      title="Sure?"
      confirm="Yes"
      onConfirm={onConfirm}
      onClose={() => {}}
    >
      <p>{isOpen ? 'It asks' : 'It fades'}</p>
    </ConfirmDialog>
  );
}
const ask = async () => {
  render(
    <CoreAdminContext>
      <Asking />
    </CoreAdminContext>,
  );
  return await screen.findByRole('button', { name: 'Yes' });
};

test('a second click that meets the dialog while it fades out does nothing', async () => {
  const yes = await ask();
  fireEvent.click(yes);
  await act(async () => finish());
  expect(screen.getByText('It fades')).toBeTruthy();
  fireEvent.click(yes);
  expect(acted).toBe(1);
});
