import { createRandom } from '../support/random.ts';

/** What goes wrong; docs/evidence/reliability.md says what each is. */
const faultKinds = [
  'worker-kill',
  'api-kill',
  'db-stop',
  'db-kill',
  'db-cut',
  'db-delay',
  'db-half-open',
  'db-blackhole',
  'operator-kill',
  'operator-cut',
  'operator-delay',
  'operator-blackhole',
  'disk-full',
  'clock',
] as const;
export type FaultKind = (typeof faultKinds)[number];

export interface Fault {
  kind: FaultKind;
  /** Which of the two workers, API processes or operators, where that is asked. */
  which: 0 | 1;
  /** Seconds from the beginning. */
  at: number;
  /** Seconds until it is over. */
  lasts: number;
  /** Of a clock: the step in seconds. */
  step: number;
}

/** Least and most seconds that one lasts. */
const long: Record<FaultKind, readonly [number, number]> = {
  'worker-kill': [0, 6],
  'api-kill': [0, 4],
  'db-stop': [0, 15],
  'db-kill': [0, 8],
  'db-cut': [0, 0],
  'db-delay': [3, 12],
  'db-half-open': [5, 50],
  'db-blackhole': [3, 30],
  'operator-kill': [0, 10],
  'operator-cut': [0, 0],
  'operator-delay': [3, 15],
  'operator-blackhole': [3, 50],
  'disk-full': [4, 12],
  clock: [5, 25],
};

/**
 * The order of the short form, and seconds that each lasts: what it leaves out takes longer than it may. What is done to the
 * database waits for what was done to it before, so the longest of that is the last of it, and other things happen meanwhile.
 */
const short: readonly (readonly [FaultKind, number])[] = [
  ['worker-kill', 0.5],
  ['operator-cut', 0],
  ['db-cut', 0],
  ['disk-full', 2],
  ['operator-delay', 1],
  ['api-kill', 0.5],
  ['db-stop', 1.5],
  ['db-kill', 0.5],
  ['db-half-open', 13],
  ['worker-kill', 0.5],
  ['operator-kill', 1],
  ['clock', 3],
  ['operator-blackhole', 1],
];

const STEPS = [60, 600, 3600, 6 * 3600];

/** The faults of a seed: every kind once in each round, in another order each time. They may overlap. */
export function scheduleOf(seed: number, seconds: number): Fault[] {
  const random = createRandom(seed);
  const faults: Fault[] = [];
  let deck: FaultKind[] = [];
  for (let at = 3; ; ) {
    if (deck.length === 0) deck = [...faultKinds];
    const [kind] = deck.splice(random.between(0, deck.length - 1), 1) as [FaultKind];
    const [least, most] = long[kind];
    const lasts = least + random.next() * (most - least);
    if (at + lasts > seconds) return faults;
    faults.push({ ...chance(random), kind, at, lasts });
    at += 2 + random.next() * 10;
  }
}

/** The same faults in the same order whatever the seed, in half a minute; the seed says whom they meet. */
export function shortSchedule(seed: number): Fault[] {
  const random = createRandom(seed);
  let at = 1.5;
  return short.map(([kind, lasts]) => {
    const fault = { ...chance(random), kind, at, lasts };
    at += 1.5;
    return fault;
  });
}

function chance(random: ReturnType<typeof createRandom>): Pick<Fault, 'which' | 'step'> {
  const which = random.pick([0, 1] as const);
  return { which, step: random.pick(STEPS) * random.pick([1, -1]) };
}
