import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { httpInput } from '../../support/httpOperator.ts';
import { aLink } from '../support/linksData.ts';
import { ADDRESS, setUpOperatorLinks } from './operatorLinksSetup.tsx';

const setup = setUpOperatorLinks();
const ASKED = [/^Address to ask for a result/, /^First request after/];
const CALLED = [/^Report: field with the message id/, /^Report: field with the number/];
const BOTH = [/^Report: field with the result/, /^Report: meaning of results/];

/** What is shown of the fields, by their names. */
const found = (names: readonly RegExp[]) => names.map((name) => screen.queryAllByText(name).length > 0);
const none = [false, false];
const all = [true, true];
const shown = () => [found(ASKED), found(CALLED), found(BOTH)];

const openLink = async (http_receipts: string | undefined, where = '/show') => {
  const input = httpInput('http-1', 'https://sms.example', { http_receipt_words: 'DELIVRD = delivered' });
  setup.links = [{ ...aLink({ kind: 'http' }), ...input, http_receipts } as ReturnType<typeof aLink>];
  setup.open(`${ADDRESS}/${aLink().uuid}${where}`);
  await screen.findAllByText('How reports arrive');
};

describe('a link over HTTP shows only the settings of the way in which its reports arrive', () => {
  test.each([
    ['callback', [none, all, all]],
    ['poll', [all, none, all]],
    ['none', [none, none, none]],
    // Of another API: what it has is shown.
    ['push', [all, all, all]],
  ])('on its page: %s', async (way, fields) => {
    await openLink(way);
    expect(shown()).toEqual(fields);
  });

  test('in its form, as soon as another is chosen', async () => {
    const user = userEvent.setup();
    await openLink('callback', '');
    expect(shown()).toEqual([none, all, all]);
    await user.selectOptions(screen.getByLabelText('How reports arrive'), 'This server asks the operator');
    expect(shown()).toEqual([all, none, all]);
  });

  test('in its form, with the sign for the messages of one report', async () => {
    await openLink('callback', '');
    expect(screen.getByText(/\* stands for each of them/)).toBeTruthy();
  });

  test('and the card with the address for reports, under its name, only where they come by callback', async () => {
    await openLink('callback');
    const card = await screen.findByRole('region', { name: 'Address for delivery reports' });
    within(card).getByRole('heading', { level: 2, name: 'Address for delivery reports' });
    cleanup();
    await openLink('poll');
    expect(screen.queryByRole('region', { name: 'Address for delivery reports' })).toBeNull();
  });

  test('and no body on the page of one that sends GET', async () => {
    const input = httpInput('http-1', 'https://sms.example', { http_method: 'GET' });
    setup.links = [{ ...aLink({ kind: 'http' }), ...input, http_accepted_path: '' } as never];
    setup.open(`${ADDRESS}/${aLink().uuid}/show`);
    await screen.findByText('How reports arrive');
    expect(found([/^Body$/, /^Accepted: value$/])).toEqual(none);
  });
});
