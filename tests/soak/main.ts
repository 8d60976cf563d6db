/** `npm run soak -- --minutes 60 --seed 1 [--report soak.json]`: see docs/evidence/reliability.md. Exits 1 when anything was wrong. */
import { writeFileSync } from 'node:fs';
import { readOptions } from '../../scripts/options/readOptions.mjs';
import { scheduleOf, shortSchedule } from './schedule.ts';
import { runSoak } from './soak.ts';

const { values } = readOptions({
  options: {
    minutes: { type: 'string', default: '60' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    report: { type: 'string', default: 'soak-report.json' },
    short: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
const seconds = values.short ? 0 : Number(values.minutes) * 60;
const began = performance.now();
const say = (line: string) => {
  const at = Math.round((performance.now() - began) / 1000);
  console.log(`${String(Math.floor(at / 60)).padStart(3)}:${String(at % 60).padStart(2, '0')}  ${line}`);
};
say(`seed ${seed}`);
const schedule = values.short ? shortSchedule(seed) : scheduleOf(seed, seconds);
const report = await runSoak(seed, schedule, { seconds, say });
writeFileSync(values.report, `${JSON.stringify(report, null, 2)}\n`);
const { failures, ...rest } = report;
console.log(JSON.stringify(rest, null, 2));
for (const failure of failures.slice(0, 50)) console.log(`WRONG: ${failure}`);
console.log(
  failures.length === 0
    ? 'Everything held.'
    : `${failures.length} things were wrong. The report is in ${values.report}`,
);
process.exit(failures.length === 0 ? 0 : 1);
