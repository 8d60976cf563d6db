const PAGE = 1_000_000;

/**
 * A set of E.164 numbers, exact, of which a million take some ten megabytes and all mobile numbers of
 * Nepal fifty: one bit for each number of a thousand-range that was met.
 */
export class NumberSet {
  readonly #pages = new Map<number, Uint8Array>();
  readonly #others = new Set<string>();

  /** Whether the number is new; it is in the set afterwards. */
  add(phone: string): boolean {
    if (!/^\+9779\d{9}$/.test(phone)) return this.#others.size < this.#others.add(phone).size;
    const number = Number(phone.slice(5));
    const key = Math.trunc(number / PAGE);
    let page = this.#pages.get(key);
    if (!page) {
      page = new Uint8Array(PAGE / 8);
      this.#pages.set(key, page);
    }
    const index = (number % PAGE) >> 3;
    const bit = 1 << (number & 7);
    const before = page[index] as number;
    page[index] = before | bit;
    return (before & bit) === 0;
  }
}
