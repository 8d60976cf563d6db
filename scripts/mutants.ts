/**
 * `npm run test:mutants -- --planted [PROMISE ...]`: makes the changes of scripts/mutants/all.ts, each of which breaks a
 * promise of docs/evidence/security.md, or one about APIs that are not ours (docs/console-alone.md), and prints which test
 * notices each. All by default (an hour).
 *
 * `npm run test:mutants [-- SOURCE ...]`: changes each of these sources in many small ways and runs its tests for each
 * change. Prints the changes that no test notices. Without names it runs the whole table, smallest tests first (hours).
 * Reports are in reports/mutants/; earlier scores are in docs/evidence/reliability.md.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { planted } from './mutants/all.ts';
import { runPlanted } from './mutants/runPlanted.ts';

const schema = (name: string) => `tests/schema/${name}.test.ts`;
const server = (...names: string[]) => names.map((name) => `tests/server/${name}.test.ts`);
const access = (name: string) => `server/services/access/${name}.ts`;

/** The tests that guard each source. All of them run for each change, so list as few as possible. */
const guards: Readonly<Record<string, readonly string[]>> = {
  'schema/sms.ts': [schema('sms')],
  'schema/phone.ts': [schema('phone')],
  'schema/permissions.ts': [schema('permissions')],
  'server/services/money/ledger.ts': server('money/ledger'),
  'server/services/money/wallets.ts': server('money/wallets', 'money/fourEyesAdjustments'),
  'server/services/money/pricing.ts': server('money/quote', 'money/pricing'),
  'server/services/money/payments.ts': server('money/paymentsAudit'),
  'server/services/money/paymentReview.ts': server('sending/paymentQueue', 'sending/queues'),
  'server/services/money/fourEyes.ts': server('money/fourEyes', 'money/fourEyesAdjustments'),
  'server/services/money/paymentConfirmation.ts': server(
    'money/fourEyesAudit',
    'money/fourEyes',
    'money/payments',
  ),
  'server/services/money/walletAdjustments.ts': server('money/fourEyesAudit', 'money/fourEyesAdjustments'),
  'server/services/sending/plan.ts': server('sending/planRecords', 'sending/planRefused'),
  'server/services/sending/claims.ts': server('sending/claims', 'money/moneyOrder'),
  'server/services/sending/outcomes.ts': server(
    'sending/outcomes',
    'money/moneyOrder',
    'sending/lateAnswers',
  ),
  'server/services/sending/settle.ts': server('sending/settle', 'money/moneyOrder', 'money/moneyRules'),
  [access('actOnUser')]: server('access/actOnUser', 'access/signInAs'),
  [access('actingPairs')]: server('access/accessRules'),
  [access('addressChange')]: server('access/addressRecords'),
  [access('changePassword')]: server('access/changePassword'),
  [access('keyRevocation')]: server('access/apiKeyProof'),
  [access('lacksSecondFactor')]: server('access/apiKeyProof', 'access/twoFactorStaff'),
  [access('notMe')]: server('access/notMe', 'access/notMeMail'),
  [access('passkeys')]: server('access/passkeyRecords', 'access/passkeySignIn'),
  [access('provePassword')]: server('access/provePassword', 'access/apiKeyProof'),
  [access('securityAlerts')]: server('access/securityAlerts'),
  [access('stepUp')]: server('access/accessRules', 'access/stepUp'),
  'server/services/platform/keyring.ts': server('platform/keyring'),
};

interface Report {
  files: Record<string, { mutants: { status: string }[] }>;
}

const root = join(import.meta.dirname, '..');
const reports = join(root, 'reports/mutants');
const isPlanted = process.argv[2] === '--planted';
const asked = process.argv.slice(isPlanted ? 3 : 2);
const unknown = asked.filter((name) => !(name in (isPlanted ? planted : guards)));
if (unknown.length > 0) {
  console.error(
    isPlanted
      ? `No changes are planted for ${unknown.join(', ')}; there are ${Object.keys(planted).join(', ')}.`
      : `No tests are named for ${unknown.join(', ')}: add a line to scripts/mutants.ts.`,
  );
  process.exit(2);
}

/** Makes the planted changes of these promises; returns how many no test noticed. */
async function runPromises(promises: readonly string[]): Promise<number> {
  let left = 0;
  let all = 0;
  await runPlanted(
    promises.flatMap((promise) => planted[promise] ?? []),
    ({ file, breaks, tests }, noticedBy) => {
      all++;
      if (noticedBy === undefined) left++;
      console.log(
        noticedBy === undefined
          ? `NOT NOTICED by ${tests}: ${file}: ${breaks}`
          : `${file}: ${breaks}\n  ${tests}: ${noticedBy}`,
      );
    },
  );
  console.log(`\n${all - left} of ${all} noticed`);
  return left;
}

/** Runs the mutants of a source; returns its line of the summary. */
function tried(source: string): string {
  const report = join(reports, `${source.replaceAll('/', '-')}.json`);
  const { status } = spawnSync(
    process.execPath,
    [join(root, 'node_modules/@stryker-mutator/core/bin/stryker.js'), 'run'],
    {
      cwd: root,
      stdio: 'inherit',
      env: {
        ...process.env,
        MUTANTS_SOURCE: source,
        MUTANTS_TESTS: guards[source]?.join(','),
        MUTANTS_REPORT: report,
      },
    },
  );
  if (status !== 0) return `${source}: did not run to its end`;
  const { files } = JSON.parse(readFileSync(report, 'utf8')) as Report;
  const mutants = Object.values(files).flatMap((file) => file.mutants);
  const count = (...statuses: string[]) =>
    mutants.filter((mutant) => statuses.includes(mutant.status)).length;
  const killed = count('Killed', 'Timeout');
  const left = count('Survived', 'NoCoverage');
  return `${source}: ${killed} of ${killed + left} killed, ${((100 * killed) / (killed + left)).toFixed(1)} %`;
}

if (isPlanted) {
  process.exitCode = (await runPromises(asked.length > 0 ? asked : Object.keys(planted))) > 0 ? 1 : 0;
} else {
  mkdirSync(reports, { recursive: true });
  const lines = (asked.length > 0 ? asked : Object.keys(guards)).map(tried);
  console.log(`\n${lines.join('\n')}`);
  process.exitCode = lines.some((line) => line.endsWith('end')) ? 1 : 0;
}
