import { expect, test } from 'vitest';
import { checkLedger } from '../../../server/services/reports/ledgerCheck.ts';
import { dispatchOperations } from '../../support/moneyDispatch.ts';
import type { Done } from '../../support/moneyModel.ts';
import { bookOperations } from '../../support/moneyOperations.ts';
import { createMoneyWorld } from '../../support/moneyWorld.ts';

// `npm run soak:money` sets them: docs/evidence/reliability.md.
const SEEDS = Number(process.env.MONEY_SEEDS ?? 2);
const FIRST = Number(process.env.MONEY_FIRST_SEED ?? 1);
const OPERATIONS = Number(process.env.MONEY_OPERATIONS ?? 200);
const FULL_EVERY = 500;
const TELL_EVERY = 2500;
const isLong = OPERATIONS > 1000;

/** Does random operations and looks at the books after each. A failure says how to see it again. */
async function run(seed: number): Promise<void> {
  const world = await createMoneyWorld(seed);
  const { random, model } = world;
  const operations = Object.entries({ ...bookOperations(world), ...dispatchOperations(world) });
  const total = operations.reduce((sum, [, [weight]]) => sum + weight, 0);
  const last: string[] = [];
  const began = Date.now();
  const tell = (n: number) => {
    const rate = (n / ((Date.now() - began) / 1000)).toFixed(1);
    console.log(`seed ${seed}: ${n} operations, ${rate} a second, the books agree`);
  };
  try {
    await model.check();
    for (let n = 1; n <= OPERATIONS; n++) {
      let at = random.below(total);
      const [name, [, operate]] = operations.find(([, [weight]]) => {
        at -= weight;
        return at < 0;
      }) as (typeof operations)[number];
      last.push(`${n} ${name}`);
      await model.check(((await operate()) ?? {}) as Done);
      if (n % FULL_EVERY === 0 || n === OPERATIONS) expect(await checkLedger(world.app.db)).toEqual([]);
      if (isLong && n % TELL_EVERY === 0) tell(n);
    }
  } catch (error) {
    console.error(`MONEY_FIRST_SEED=${seed} MONEY_SEEDS=1 fails after ${last.slice(-15).join(', ')}`);
    throw error;
  } finally {
    await world.close();
  }
}

test.for(Array.from({ length: SEEDS }, (_, n) => FIRST + n))(
  'random operations leave the books in agreement: seed %i',
  { timeout: isLong ? 7_200_000 : 180_000 },
  run,
);
