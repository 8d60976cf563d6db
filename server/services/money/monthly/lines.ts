import { type InvoiceLine, splitVat } from '#schema/invoice.ts';

/** What an account used on a day in Nepal; `amount` in minor units with VAT, possibly fractional or negative. */
export interface Used {
  day: string;
  item: InvoiceLine['item'];
  name: string | null;
  parts: number | null;
  amount: number;
}

const ORDER: readonly InvoiceLine['item'][] = ['sms', 'viber', 'package', 'adjustment'];

/** Amounts are stored to a ten-thousandth of a minor unit; whole numbers of those add up exactly. */
const SCALE = 10_000;

/**
 * Splits a whole amount in proportion to these weights, which are not negative; each share is rounded down or up, so that
 * they add up. Without weight the first has all.
 */
export function apportion(total: number, weights: readonly number[]): number[] {
  const sum = weights.reduce((all, weight) => all + weight, 0);
  const exact = weights.map((weight, n) => (sum > 0 ? total * (weight / sum) : n === 0 ? total : 0));
  const shares = exact.map(Math.floor);
  let left = total - shares.reduce((all, share) => all + share, 0);
  const byRemainder = exact
    .map((share, n) => ({ n, remainder: share - Math.floor(share) }))
    .sort((a, b) => b.remainder - a.remainder || a.n - b.n);
  for (const { n } of byRemainder) {
    if (left <= 0) break;
    shares[n] = (shares[n] ?? 0) + 1;
    left -= 1;
  }
  return shares;
}

/** The newest of what was used, as much as adds up to `due`: what is older was paid in advance or is invoiced. */
function newest(used: readonly Used[], due: number): Used[] {
  const kept: Used[] = [];
  let left = due * SCALE;
  for (const one of [...used].sort((a, b) => b.day.localeCompare(a.day))) {
    const amount = Math.round(one.amount * SCALE);
    if (amount <= 0) continue;
    if (left <= 0) break;
    const taken = Math.min(amount, left);
    const parts = one.parts === null ? null : Math.round((one.parts * taken) / amount);
    kept.push({ ...one, parts, amount: taken });
    left -= taken;
  }
  return kept.reverse();
}

/**
 * The lines of a month's invoice: what was used, up to now, of which `due` whole minor units are to be invoiced. One line
 * for each operator, package and kind, and rate of VAT. Amounts add up to `due`, taxable amounts to those of each rate.
 */
export function monthlyLines(
  used: readonly Used[],
  due: number,
  percentOn: (day: string) => number,
): InvoiceLine[] {
  const lines = new Map<string, InvoiceLine & { exact: number }>();
  for (const { day, item, name, parts, amount } of newest(used, due)) {
    const percent = percentOn(day);
    const key = JSON.stringify([percent, item, name]);
    const line = lines.get(key) ?? { item, name, parts: null, percent, taxable: 0, amount: 0, exact: 0 };
    lines.set(key, {
      ...line,
      parts: parts === null ? line.parts : (line.parts ?? 0) + parts,
      exact: line.exact + amount,
    });
  }
  const all = [...lines.values()].sort(
    (a, b) =>
      a.percent - b.percent ||
      ORDER.indexOf(a.item) - ORDER.indexOf(b.item) ||
      (a.name ?? '').localeCompare(b.name ?? ''),
  );
  const amounts = apportion(
    due,
    all.map(({ exact }) => exact),
  );
  const whole = all.map(({ exact, ...line }, n) => ({ ...line, amount: amounts[n] ?? 0 }));
  for (const percent of new Set(whole.map((line) => line.percent))) {
    const group = whole.filter((line) => line.percent === percent);
    const weights = group.map(({ amount }) => amount);
    const { taxable } = splitVat(
      weights.reduce((sum, amount) => sum + amount, 0),
      percent,
    );
    const shares = apportion(taxable, weights);
    for (const [n, line] of group.entries()) line.taxable = shares[n] ?? 0;
  }
  return whole.filter(({ amount }) => amount > 0);
}
