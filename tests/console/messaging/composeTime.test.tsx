import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { field, open, setUpCompose, write } from './composeSetup.tsx';

setUpCompose();

it.each(['14:30', '1430'])(
  'keeps its errors when Enter is pressed in the time field at %s',
  async (typed) => {
    open();
    await write();
    await userEvent.click(await screen.findByLabelText('Schedule for later'));
    const time = await field('Time (24 hours)');
    fireEvent.change(await field('Year'), { target: { value: '2020' } });
    await userEvent.type(time, `${typed}{Enter}`);
    const alert = await screen.findByText('There is a problem');
    await waitFor(() => expect(alert.closest('[role="alert"]')?.contains(document.activeElement)).toBe(true));
    expect(screen.getByRole('link', { name: 'This time has passed. Choose a later one.' })).toBeTruthy();
  },
);
