import { cleanup, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { numberPlanOf } from '#schema/numberRanges.ts';
import { preferences } from '../../../src/core/preferences.ts';
import { readTime } from '../../../src/crud/moment.ts';
import { BodyInput } from '../../../src/resources/messaging/compose/BodyInput.tsx';
import { errorsOf, requestOf } from '../../../src/resources/messaging/compose/draft.ts';
import { errorsAfter } from '../../../src/resources/messaging/compose/errors.ts';
import { readNumbers, withoutBad } from '../../../src/resources/messaging/compose/numbers.ts';
import {
  countBody,
  piecesOf,
  replacementOf,
  ucs2Causes,
} from '../../../src/resources/messaging/compose/texts.ts';
import { signInCustomer } from '../support/crudConsole.tsx';
import { renderPage, uuid } from '../support/messagingConsole.tsx';

function Body({ start = '', values }: { start?: string; values?: Record<string, string> }) {
  const [value, setValue] = useState(start);
  return <BodyInput value={value} onChange={setValue} names={['name', 'city']} values={values} />;
}
const show = (start: string, values?: Record<string, string>) =>
  renderPage('/', <Body start={start} values={values} />);
const text = () => screen.getByLabelText<HTMLTextAreaElement>('Text');
const counter = () => document.querySelector('.sms-counter p')?.textContent;

beforeEach(() => {
  preferences.set({ language: 'en' });
  signInCustomer();
});
afterEach(cleanup);

describe('the text of a message', () => {
  it('shows encoding, characters, what is left and parts as the server counts them', () => {
    show('x'.repeat(161));
    expect(counter()).toBe('GSM-72 parts161 of 306 characters145 left in this part');
  });

  it('counts Devanagari as Unicode', () => {
    show('न'.repeat(71));
    expect(counter()).toBe('Unicode2 parts71 of 134 characters63 left in this part');
    expect(screen.getByText(/Text in Nepali letters/)).toBeTruthy();
    expect(screen.queryByRole('button', { name: /Replace/ })).toBeNull();
  });

  it('counts with the first recipient’s values', () => {
    show('Hi {{name}}', { name: 'Ram' });
    expect(counter()).toContain('6 of 160');
    expect(screen.getByText(/Counted with the first recipient/)).toBeTruthy();
  });

  it('names what forces Unicode, and replaces it on demand, saying what that saves', async () => {
    show(`“${'x'.repeat(98)}”`);
    expect([...document.querySelectorAll('kbd')].map((key) => key.textContent)).toEqual(['“', '”']);
    await userEvent.click(screen.getByRole('button', { name: 'Replace them (saves 1 part of 2)' }));
    expect(text().value).toBe(`"${'x'.repeat(98)}"`);
    expect(counter()).toContain('1 part');
    expect(screen.queryByRole('button', { name: /Replace/ })).toBeNull();
  });

  it('names a character that may not be sent while it is written, in both languages', async () => {
    show('Win \u202e0001');
    expect(screen.getByRole('alert').textContent).toBe(
      'The text has a character that may not be sent: U+202E right-to-left override. Delete it.',
    );
    cleanup();
    preferences.set({ language: 'ne' });
    show('Win \u202e0001');
    expect((await screen.findByRole('alert')).textContent).toBe(
      'पाठमा पठाउन नमिल्ने अक्षर छ: U+202E दायाँबाट बायाँ उल्टाउने अक्षर (right-to-left override)। त्यसलाई मेटाउनुहोस्।',
    );
  });

  it('refuses more than ten parts', () => {
    show('x'.repeat(1531));
    expect(screen.getByRole('alert').textContent).toContain('11 parts. The maximum is 10');
  });

  it('inserts a placeholder where the caret is', async () => {
    show('Dear , hello');
    text().focus();
    text().setSelectionRange(5, 5);
    await userEvent.click(screen.getByRole('button', { name: '{{name}}' }));
    expect(text().value).toBe('Dear {{name}}, hello');
  });
});

describe('texts', () => {
  it('leaves the names of placeholders alone when it replaces', () => {
    expect(replacementOf('Hi {{client’s name}} – bye')?.text).toBe('Hi {{client’s name}} - bye');
  });

  it('offers nothing where nothing has a stand-in', () => {
    expect(replacementOf('नमस्ते')).toBeUndefined();
    expect(ucs2Causes('नमस्ते “राम”')).toEqual({ nepali: true, others: ['“', '”'] });
  });

  it('marks placeholders without a value', () => {
    expect(piecesOf('A {{x}} b {{ y }}', { x: '1' })).toEqual([
      { text: 'A ' },
      { text: '1' },
      { text: ' b ' },
      { text: '{{ y }}', missing: 'y' },
    ]);
    expect(countBody('{{x}}').units).toBe(0);
  });
});

describe('pasted numbers', () => {
  it('are read line by line, with commas, and with spaces between whole numbers', () => {
    const read = readNumbers('9841000001 9841000002\n\n98410 00003, 12\n९८४१००००७७;9841000001');
    expect(read.entries.map(({ line, value }) => `${line} ${value}`)).toEqual([
      '1 9841000001',
      '1 9841000002',
      '3 98410 00003',
      '3 12',
      '4 ९८४१००००७७',
      '4 9841000001',
    ]);
    expect(read).toMatchObject({
      good: 4,
      bad: [{ line: 3, value: '12', problem: 'crud.phone.too-short' }],
      duplicates: [{ line: 4, value: '9841000001', first: 1 }],
    });
    expect(withoutBad('12\n9841000001\n+977 9841000001')).toBe('9841000001');
  });

  it('are all read, however many stand in a line; only what is no number is cut, and stays none', () => {
    const line = (count: number, before: string, from = 0) =>
      Array.from({ length: count }, (_, n) => `${before}${String(41_000_000 + from + n)}`).join(' ');
    expect(readNumbers(line(19, '98'))).toMatchObject({ good: 19, bad: [] });
    // The first fifteen are exactly 200 characters.
    const many = [line(6, '98'), line(9, '+97798', 6), line(20, '98', 15)].join(' ');
    expect(readNumbers(many)).toMatchObject({ good: 35, bad: [] });
    for (const text of [`9841000001${' '.repeat(190)}x`, `${'x'.repeat(198)}😀x`]) {
      const { entries, bad } = readNumbers(text);
      expect(bad).toMatchObject([{ line: 1, problem: 'crud.phone.not-a-number' }]);
      expect(entries[0]?.value.length).toBeLessThanOrEqual(200);
      expect(entries[0]?.value.isWellFormed()).toBe(true);
    }
  });

  it('of no operator are told and left out as soon as the number plan is known, by its longest prefix', () => {
    const range = (prefix: string) => ({ prefix, operator: 'ntc' as const, closed: false });
    const plan = numberPlanOf([range('+977984'), range('+9779011')]);
    const text = '9841000001\n9021234567\n9011234567\n9012345678';
    expect(readNumbers(text)).toMatchObject({ good: 4, bad: [] });
    expect(readNumbers(text, plan)).toMatchObject({
      good: 2,
      bad: [
        { line: 2, problem: 'No known operator has numbers that begin with 902.' },
        { line: 4, problem: 'No known operator has numbers that begin with 901.' },
      ],
    });
    expect(withoutBad(text, plan)).toBe('9841000001\n9011234567');
  });
});

describe('a draft', () => {
  const sheet = {
    reference: uuid(5),
    name: 'a.csv',
    columns: ['Name', 'Mobile'],
    sample: [],
    rows: 2,
    counts: null,
    phone: 'Mobile',
    columnFor: {},
  };
  const draft = {
    ...{ name: ' Dues ', sender: uuid(1), senderName: 'DEMO', body: 'Hi {{name}}', numbers: '', groups: [] },
    ...{ channel: 'sms' as const, viber: '', viberName: '', fallback: '15' },
    ...{ sheet, when: 'now' as const, at: '', isUrgent: false, checked: null, isSendable: false },
  };

  it('needs a text that says something and may be sent', () => {
    for (const body of ['', ' \n'])
      expect(errorsOf({ ...draft, body, sheet: null, numbers: '9841000001' })).toEqual({
        body: 'compose.bodyRequired',
      });
    for (const body of ['{{ }}', 'a\u0000b'])
      expect(errorsOf({ ...draft, body, sheet: null, numbers: '9841000001' })).toHaveProperty('body');
  });

  it('needs a column for every placeholder of its sheet', () => {
    expect(errorsOf(draft)).toEqual({ columns: 'compose.columnsRequired' });
    const mapped = { ...draft, sheet: { ...sheet, columnFor: { name: 'Name' } } };
    expect(errorsOf(mapped)).toEqual({});
    expect(requestOf(mapped)).toEqual({
      name: 'Dues',
      sender: uuid(1),
      body: 'Hi {{name}}',
      recipients: { file: { reference: uuid(5), phone: 'Mobile', columns: { name: 'Name' } } },
      scheduled_at: null,
    });
  });

  it('has no column for a placeholder named like a property of every object', () => {
    const odd = { ...draft, body: '{{toString}} {{constructor}} {{__proto__}}' };
    expect(errorsOf(odd)).toEqual({ columns: 'compose.columnsRequired' });
    const named = { ...sheet, columns: ['Mobile', 'toString', 'constructor', '__proto__'] };
    const whole = { ...odd, sheet: named };
    expect(errorsOf(whole)).toEqual({});
    expect(requestOf(whole).recipients.file).toEqual({ reference: uuid(5), phone: 'Mobile' });
  });

  it('takes its time as Kathmandu’s and refuses the past', () => {
    const later = { ...draft, sheet: null, body: 'Hi', numbers: '9841000001', when: 'later' as const };
    expect(errorsOf(later)).toEqual({ at: 'compose.atMissing' });
    const at = { ...later, at: '2026-01-01T12:00' };
    expect(errorsOf(at, { now: Date.parse('2026-01-01T06:15:00Z') })).toEqual({ at: 'compose.atPast' });
    expect(errorsOf(at, { now: Date.parse('2026-01-01T06:14:00Z') })).toEqual({});
    expect(requestOf(at).scheduled_at).toBe('2026-01-01T06:15:00.000Z');
    const now = Date.parse('2026-01-01T06:14:00Z');
    for (const half of ['2026-01-01T', '2026-01-01T25:00', 'bs:2082-9-T12:00', 'T12:00'])
      expect(errorsOf({ ...later, at: half }, { now })).toEqual({ at: 'compose.atMissing' });
    expect(errorsOf({ ...later, at: '2025-12-31T' }, { now })).toEqual({ at: 'compose.atPast' });
  });
});

describe('a time of day', () => {
  it.each([
    ['14:30', '14:30'],
    ['1430', '14:30'],
    ['9:05', '09:05'],
    ['9.05', '09:05'],
    ['१४:३०', '14:30'],
    ['00:00', '00:00'],
    ['24:00', undefined],
    ['2:60', undefined],
    ['2 pm', undefined],
    ['', undefined],
  ])('%s is read as %s, in 24 hours', (text, time) => expect(readTime(text)).toBe(time));
});

describe('errors of a draft', () => {
  const errors = { name: 'a', body: 'b', recipients: 'c', columns: 'd' };

  it('stay until their own field is changed', () => {
    expect(errorsAfter(errors, { name: 'Dues' })).toEqual({ body: 'b', recipients: 'c', columns: 'd' });
    expect(errorsAfter(errors, { numbers: '98' })).toEqual({ name: 'a', body: 'b', columns: 'd' });
    expect(errorsAfter(errors, { at: '' })).toBe(errors);
  });
});
