import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { SaveContextProvider } from 'ra-core';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { apiKey } from '#schema/apiKey.ts';
import { calendarYears } from '../../../src/core/calendarYears.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { EntityForm } from '../../../src/crud/EntityForm.tsx';
import { inputFor } from '../../../src/crud/inputs.tsx';
import { NepaliDateInput, type NepaliDateInputProps } from '../../../src/crud/NepaliDateInput.tsx';
import { signInCustomer } from '../support/crudConsole.tsx';
import { renderPage } from '../support/messagingConsole.tsx';

const changed = vi.fn<(value: string | null) => void>();

function Issued({ start = null, ...props }: Partial<NepaliDateInputProps> & { start?: string | null }) {
  const [value, setValue] = useState<string | null>(start);
  return (
    <>
      <NepaliDateInput
        label="Issue date"
        {...props}
        value={value}
        onChange={(next) => {
          changed(next);
          setValue(next);
        }}
      />
      <button type="button" onClick={() => setValue('2020-01-15')}>
        Load a record
      </button>
    </>
  );
}
const show = (props: Parameters<typeof Issued>[0] = {}) =>
  renderPage('/', <Issued calendar="bs" {...props} />);
const group = () => screen.getByRole('group', { name: 'Issue date' });
const year = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Year' });
const month = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Month' });
const day = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Day' });
const last = () => changed.mock.lastCall?.[0];
const says = () => document.getElementById(year().getAttribute('aria-describedby') ?? '')?.textContent;

async function enter(y: string, m: string, d: string): Promise<void> {
  await userEvent.type(year(), y);
  await userEvent.selectOptions(month(), m);
  await userEvent.type(day(), d);
}

beforeEach(() => {
  preferences.set({ language: 'en', digits: 'latin', calendar: undefined });
  signInCustomer();
  changed.mockClear();
});
afterEach(cleanup);

describe('a date input', () => {
  it('takes a day of Bikram Sambat, gives the ISO day and shows it beside', async () => {
    show();
    await enter('2045', '4', '12');
    expect(last()).toBe('1988-07-27');
    expect(says()).toBe('27 Jul 1988 AD');
    expect(within(group()).getByRole('status').textContent).toBe('27 Jul 1988 AD');
  });

  it('takes a Gregorian day and shows the other', async () => {
    show({ calendar: 'ad' });
    expect(within(month()).getByRole('option', { name: /7 – Jul/ })).toBeTruthy();
    await enter('1988', '7', '27');
    expect(last()).toBe('1988-07-27');
    expect(says()).toBe('12 Shrawan 2045 BS');
  });

  it('takes 32-day months and refuses days that are not there, once it is left', async () => {
    show();
    await enter('2081', '4', '32');
    expect(last()).toBe('2024-08-16');
    await userEvent.selectOptions(month(), '5');
    expect(says()).toBe('');
    await userEvent.click(screen.getByRole('button', { name: 'Load a record' }));
    expect(year().value).toBe('2076');
    await userEvent.clear(day());
    await userEvent.type(day(), '33');
    expect(says()).toBe('Magh 2076 has 29 days');
    expect(day().getAttribute('aria-invalid')).toBe('true');
  });

  it('gives no valid date while it is incomplete or wrong', async () => {
    const schema = z.iso.date().nullish();
    show();
    await userEvent.type(year(), '2083');
    expect(schema.safeParse(last()).success).toBe(false);
    // In the Gregorian calendar 2083-08-30 would be a day.
    await userEvent.selectOptions(month(), '8');
    await userEvent.type(day(), '30');
    expect(last()).toBe('bs:2083-8-30');
    expect(schema.safeParse(last()).success).toBe(false);
    for (const box of [year(), day()]) await userEvent.clear(box);
    await userEvent.selectOptions(month(), '');
    expect(last()).toBeNull();
    expect(schema.safeParse(last()).success).toBe(true);
  });

  it('converts the day when the calendar is switched', async () => {
    show({ start: '2024-08-16' });
    expect([year().value, month().value, day().value]).toEqual(['2081', '4', '32']);
    await userEvent.click(screen.getByRole('radio', { name: 'AD' }));
    expect([year().value, month().value, day().value]).toEqual(['2024', '8', '16']);
    expect(last()).toBe('2024-08-16');
    expect(says()).toBe('32 Shrawan 2081 BS');
  });

  it('reads what was typed under the wrong calendar again under the right one', async () => {
    show({ calendar: 'ad', max: '2026-11-22' });
    await enter('2045', '4', '12');
    await userEvent.tab();
    expect(says()).toBe('The latest date is 22 Nov 2026');
    await userEvent.click(screen.getByRole('radio', { name: 'BS' }));
    expect(last()).toBe('1988-07-27');
    expect(says()).toBe('27 Jul 1988 AD');
  });

  it('holds to its limits, which are days that may be chosen', async () => {
    show({ start: '2026-11-22', min: '2026-11-21', max: '2026-11-22' });
    await userEvent.clear(day());
    await userEvent.type(day(), '5');
    expect(last()).toBe('2026-11-21');
    await userEvent.clear(day());
    await userEvent.type(day(), '4');
    await userEvent.tab();
    expect(last()).toBe('bs:2083-8-4');
    expect(says()).toBe('The earliest date is 5 Mangsir 2083');
  });

  it('is filled by one paste of a whole date, in Devanagari digits too', async () => {
    show();
    await userEvent.click(year());
    await userEvent.paste('२०४५।४।१२');
    expect(last()).toBe('1988-07-27');
    expect([year().value, month().value, day().value]).toEqual(['2045', '4', '12']);
  });

  it('works by keyboard alone, in the order in which a date is written', async () => {
    show();
    await userEvent.tab();
    expect(document.activeElement).toBe(screen.getByRole('radio', { name: 'BS' }));
    await userEvent.keyboard('{ArrowRight}');
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'AD' }).checked).toBe(true);
    await userEvent.tab();
    expect(document.activeElement).toBe(year());
    await userEvent.tab();
    expect(document.activeElement).toBe(month());
    await userEvent.tab();
    expect(document.activeElement).toBe(day());
  });

  it('follows a record that arrives, and keeps what is typed when the language changes', async () => {
    show();
    await userEvent.click(screen.getByRole('button', { name: 'Load a record' }));
    expect([year().value, month().value, day().value]).toEqual(['2076', '10', '1']);
    await userEvent.clear(day());
    act(() => preferences.set({ language: 'ne', digits: 'devanagari' }));
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'साल' }).value).toBe('२०७६');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'गते' }).value).toBe('');
    const months = screen.getByRole('combobox', { name: 'महिना' });
    expect(within(months).getByRole('option', { name: '१० – माघ' })).toBeTruthy();
    await userEvent.type(screen.getByRole('textbox', { name: 'गते' }), '२');
    expect(last()).toBe('2020-01-16');
    expect(screen.getByRole('status').textContent).toBe('ई.सं. १६ जनवरी २०२०');
  });

  it('names the parts of a day as its calendar does in Nepali', async () => {
    preferences.set({ language: 'ne', digits: 'devanagari' });
    show();
    const [bs, ad] = ['वि.सं.', 'ई.सं.'];
    const names = () =>
      screen.getAllByRole<HTMLInputElement>('textbox').map((box) => box.labels?.[0]?.textContent);
    expect(names()).toEqual(['साल', 'गते']);
    await userEvent.click(screen.getByRole('radio', { name: ad }));
    expect(names()).toEqual(['सन्', 'तारिख']);
    const [sun, tarikh] = screen.getAllByRole<HTMLInputElement>('textbox') as [
      HTMLInputElement,
      HTMLInputElement,
    ];
    await userEvent.type(tarikh, '5');
    await userEvent.tab();
    const helpOf = (box: HTMLElement) =>
      document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent;
    expect(helpOf(sun)).toBe('सन्, महिना र तारिख लेख्नुहोस्');
    await userEvent.click(screen.getByRole('radio', { name: bs }));
    expect(helpOf(sun)).toBe('साल, महिना र गते लेख्नुहोस्');
  });

  it('says that the day of a forecast year may still change, in either calendar', async () => {
    show();
    await enter('2084', '1', '1');
    expect(last()).toBe('2027-04-14');
    expect(says()).toBe('14 Apr 2027 AD. The BS calendar of 2084 is provisional until it is published');
    await userEvent.click(screen.getByRole('radio', { name: 'AD' }));
    expect(says()).toBe('1 Baisakh 2084 BS. The BS calendar of 2084 is provisional until it is published');
  });

  it('says that a day has no known date, and where the years end', async () => {
    show({ start: '2035-01-01' });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'AD' }).checked).toBe(true);
    expect(says()).toBe('The BS date of this day is not known');
    await userEvent.click(screen.getByRole('radio', { name: 'BS' }));
    expect([year().value, month().value, day().value]).toEqual(['2035', '1', '1']);
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'AD' }).checked).toBe(true);
    expect(last()).toBe('2035-01-01');
    await userEvent.click(screen.getByRole('button', { name: 'Load a record' }));
    await userEvent.click(screen.getByRole('radio', { name: 'BS' }));
    await userEvent.clear(year());
    await userEvent.type(year(), '2091');
    expect(says()).toBe('Enter a year from 2000 to 2090, or choose AD');
  });

  it('takes the days of a year that an administrator added', async () => {
    calendarYears.set([{ year: 2091, months: [31, 31, 32, 32, 31, 30, 30, 29, 30, 29, 30, 30] }]);
    show();
    await enter('2091', '1', '31');
    calendarYears.set(null);
    expect(last()).toBe('2034-05-14');
    expect(says()).toBe('14 May 2034 AD');
  });

  it('opens in the calendar that dates are shown in', () => {
    preferences.set({ calendar: 'both' });
    show({ calendar: undefined });
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'BS' }).checked).toBe(true);
  });

  it('can be disabled as a whole', () => {
    show({ disabled: true });
    for (const box of [year(), month(), day()]) expect(box.disabled).toBe(true);
  });
});

describe('an input of a time', () => {
  const open = async (expires_at?: string) => {
    renderPage(
      '/',
      <SaveContextProvider value={{ save: (values: object) => void saved.push(values) } as never}>
        <EntityForm
          entity={apiKey}
          mode="create"
          draftKey="key"
          cancelTo="/"
          defaults={{ name: 'Shop', pairs: [['bulk-sms', 'post']], addresses: [], expires_at }}
        >
          <Expiry entity={apiKey} name="expires_at" field={apiKey.fields.expires_at} />
        </EntityForm>
      </SaveContextProvider>,
    );
    await screen.findByRole('group', { name: 'Expires (optional)' });
  };
  const Expiry = inputFor('datetime');
  const saved: object[] = [];
  beforeEach(() => void saved.splice(0));
  const time = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Time (24 hours)' });
  const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }));
  const sent = () => saved.map((values) => (values as { expires_at?: unknown }).expires_at);

  it('is a day in the reader’s calendar and a time of day in Nepal', async () => {
    preferences.set({ calendar: 'bs' });
    await open();
    expect(screen.getByText('Time in Nepal (NPT, UTC+05:45)')).toBeTruthy();
    await enter('2083', '8', '6');
    // Typing passes 1:43, which is a time of day as well.
    await userEvent.type(time(), '1430');
    expect(time().value).toBe('1430');
    await userEvent.tab();
    expect(time().value).toBe('14:30');
    await save();
    await waitFor(() => expect(sent()).toEqual(['2026-11-22T08:45:00.000Z']));
  });

  it('shows the moment of a record, and leaves it as it is', async () => {
    preferences.set({ calendar: 'ad' });
    await open('2027-04-14T18:20:00.000Z');
    expect([year().value, month().value, day().value, time().value]).toEqual(['2027', '4', '15', '00:05']);
    await save();
    await waitFor(() => expect(sent()).toEqual(['2027-04-14T18:20:00.000Z']));
  });

  it('may be empty, and is refused by halves', async () => {
    await open();
    await save();
    await waitFor(() => expect(sent()).toHaveLength(1));
    expect(sent()[0] ?? null).toBeNull();
    await userEvent.type(time(), '25:00');
    await userEvent.tab();
    expect(screen.getByText('Enter a time from 00:00 to 23:59.')).toBeTruthy();
    await save();
    await waitFor(() => expect(year().getAttribute('aria-invalid')).toBe('true'));
    expect(sent()).toHaveLength(1);
  });
});
