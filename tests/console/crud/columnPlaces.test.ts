import { describe, expect, test } from 'vitest';
import { entityOf } from '../../../src/core/entities.ts';
import { placeColumns, STEPS } from '../../../src/crud/columnPlaces.ts';
import type { ResolvedColumn } from '../../../src/crud/columns.ts';

type Given = string | (Pick<ResolvedColumn, 'name'> & Partial<ResolvedColumn>);

const list = { hasPage: true, isSelectable: false, hasActions: false };
const place = (resource: string, columns: readonly Given[], more: Partial<typeof list> = {}) =>
  placeColumns(
    entityOf(resource),
    columns.map((column) => ({
      label: '',
      sort: false,
      end: false,
      ...(typeof column === 'string' ? { name: column } : column),
    })),
    { ...list, ...more },
  );
const placesOf = (resource: string, columns: readonly Given[]) =>
  Object.fromEntries(place(resource, columns).flatMap(({ name, place: at }) => (at ? [[at, name]] : [])));

describe('a row of two lines', () => {
  test('has title, status, one figure and a date, whatever the order of the columns', () => {
    expect(placesOf('sms', ['created_at', 'sender', 'cost', 'delivered', 'status', 'name'])).toEqual({
      title: 'name',
      status: 'status',
      figure: 'cost',
      date: 'created_at',
    });
    expect(placesOf('sms/dispatch', ['phone', 'status', 'operator', 'parts', 'created_at'])).toEqual({
      title: 'phone',
      status: 'status',
      figure: 'parts',
      date: 'created_at',
    });
  });

  test('takes the next column where an entity has none of these, but no long text on the right', () => {
    expect(placesOf('contact', ['name', 'phone', 'operator', 'groups', 'is_active'])).toEqual({
      title: 'name',
      status: 'is_active',
      figure: 'phone',
      date: 'operator',
    });
    expect(placesOf('sms/sender-identities', ['name', 'status', 'purpose', 'created_at'])).toEqual({
      title: 'name',
      status: 'status',
      date: 'created_at',
    });
  });

  test('is as its list says', () => {
    const columns = [
      'created_at',
      { name: 'amount', phone: 'title' as const },
      'status',
      { name: 'method', phone: false as const },
      'reference',
    ];
    expect(placesOf('wallet/topup-history', columns)).toEqual({
      title: 'amount',
      status: 'status',
      figure: 'reference',
      date: 'created_at',
    });
  });

  test('names what would say nothing by itself', () => {
    const labelled = (resource: string, columns: readonly Given[]) =>
      place(resource, columns)
        .filter(({ isLabelled, place: at }) => at && isLabelled)
        .map(({ name }) => name);
    expect(labelled('admin/wallets', ['name', 'balance', 'held', 'last_entry_at'])).toEqual([
      'held',
      'last_entry_at',
    ]);
    expect(labelled('sms', ['name', 'status', 'cost', 'created_at'])).toEqual([]);
    expect(labelled('contact/groups', ['name', 'count', 'created_at'])).toEqual(['count']);
    // What a list renders itself says its unit.
    expect(labelled('contact/groups', ['name', { name: 'count', render: () => '3 contacts' }])).toEqual([]);
  });
});

describe('a table that is narrow', () => {
  const campaign = ['name', 'status', 'account', 'delivered', 'cost', 'sender', 'created_at'];
  const fromOf = (columns: readonly Given[], more: Partial<typeof list> = {}) =>
    Object.fromEntries(place('sms', columns, more).map(({ name, from }) => [name, from]));

  test('keeps title and status, then the figure and the date, and the others from left to right', () => {
    const { name, status, cost, created_at, account, delivered, sender } = fromOf(campaign, {
      isSelectable: true,
      hasActions: true,
    });
    expect([name, status]).toEqual([undefined, undefined]);
    const steps = [cost, created_at, account, delivered, sender].map(Number);
    expect(steps.every((step) => (STEPS as readonly number[]).includes(step))).toBe(true);
    expect(steps).toEqual([...steps].sort((a, b) => a - b));
    expect(Number(sender)).toBeGreaterThan(Number(cost));
    // Without a checkbox and actions there is more room.
    expect(Number(fromOf(campaign).sender)).toBeLessThan(Number(sender));
  });

  test('follows the priorities that a list gives', () => {
    const first = fromOf(
      campaign.map((name) => (name === 'sender' ? { name, priority: 1.5 } : name)),
      { isSelectable: true, hasActions: true },
    );
    expect(Number(first.sender)).toBeLessThan(Number(first.created_at));
  });

  test('follows the priorities that the schema gives, unless a list has its own', () => {
    const messages = ['phone', 'status', 'operator', 'parts', 'campaign', 'error', 'created_at'];
    const stepsOf = (columns: readonly Given[]) =>
      Object.fromEntries(place('sms/dispatch', columns).map(({ name, from }) => [name, Number(from ?? 0)]));
    const { parts, ...others } = stepsOf(messages);
    expect(Object.values(others).filter((step) => step >= Number(parts))).toEqual([]);
    const own = messages.map((name) => (name === 'parts' ? { name, priority: 2 } : name));
    expect(stepsOf(own).parts).toBeLessThan(Number(stepsOf(own).error));
  });

  test('shows all columns of records that have no page', () => {
    expect(Object.values(fromOf(campaign, { hasPage: false })).filter(Boolean)).toEqual([]);
  });
});
