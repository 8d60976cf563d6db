/**
 * Our SMPP implementation against independent peers. Prints a table; exits with 1 if something did not arrive as sent. A
 * peer that is not on this machine is skipped, with the reason. How to get them: docs/operators.md.
 *
 * SMPPSIM=folder SMSCSIM=file node bench/operators.ts
 */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Receipt } from '../server/services/sending/link/link.ts';
import { createLink } from '../server/services/sending/smpp/link.ts';
import { freePort, listens } from '../tests/support/ports.ts';
import { startSimulator } from '../tests/support/simulator.ts';
import { readSubmits, type Submit } from './submits.ts';

const TEXTS: Record<string, string> = {
  'GSM, one part': 'Rs. 50 {ok} €5 @ 10~12 [x]',
  'Nepali, one part': 'नमस्ते सीता ज्यू, तपाईंको खाता।',
  'GSM, long': `${'Your balance is Rs. 50. '.repeat(9)}{€}`,
  'Nepali, long': 'तपाईंको खाता नं. १२३४ मा रु. १,२३,४५६.५० जम्मा भएको छ। '.repeat(4),
};
const PATIENCE = 20_000;

const children: ChildProcess[] = [];
const folder = mkdtempSync(join(tmpdir(), 'operators-'));
let failures = 0;

function line(peer: string, what: string, sent: string, ok: boolean, right = 'octet for octet'): void {
  if (!ok) failures++;
  console.log(`| ${peer} | ${what} | ${sent} | ${ok ? right : 'NO'} |`);
}

function start(command: string, args: string[], options: object = {}): ChildProcess {
  const child = spawn(command, args, { stdio: 'ignore', cwd: folder, ...options });
  children.push(child);
  return child;
}

async function until<T>(look: () => T | Promise<T>, what: string): Promise<NonNullable<T>> {
  for (const end = Date.now() + PATIENCE; Date.now() < end; await sleep(50)) {
    const found = await look();
    if (found) return found;
  }
  throw new Error(`${what}: not within ${PATIENCE} ms`);
}

const missing = (peer: string, why: string): void => console.log(`| ${peer} | left out | ${why} | - |`);

/** Sends every text in each way; `received` reads what the peer got, if it shows that. */
async function ourClient(
  peer: string,
  port: number,
  login: string,
  received?: () => Submit[],
): Promise<void> {
  for (const bind of ['transceiver', 'separate'])
    for (const long of ['udh', 'payload', 'sar']) {
      const receipts: Receipt[] = [];
      const link = createLink({
        name: peer,
        url: `smpp://${login}@127.0.0.1:${port}?bind=${bind}&long=${long}`,
        onReceipt: (receipt) => void receipts.push(receipt),
      });
      await link.ready();
      const before = received?.().length ?? 0;
      for (const [what, text] of Object.entries(TEXTS)) {
        const validity = new Date(Date.now() + 3_600_000);
        const outcome = await link.submit({ from: 'DEMO', to: '+9779841234567', text, validity });
        const ids = outcome.kind === 'submitted' ? outcome.ids : [];
        const isDelivered = (id: string) =>
          receipts.some(({ operatorId, status }) => operatorId === id && status === 'delivered');
        await until(() => ids.every(isDelivered), `${peer}: receipts of ${what}`).catch(() => {});
        const submits = received?.().slice(before) ?? [];
        const isWhole = !received || wholeTexts(submits).includes(text);
        const parts = `${ids.length} submit_sm, ${ids.filter(isDelivered).length} receipts`;
        const right = received ? undefined : 'yes; it shows no octets';
        const ok = ids.length > 0 && ids.every(isDelivered) && isWhole;
        line(peer, `${what}; ${bind}, ${long}`, parts, ok, right);
      }
      await link.close();
    }
}

/** Texts as a handset would join them. */
function wholeTexts(submits: Submit[]): string[] {
  const texts = new Map<string, string>();
  submits.forEach((submit, i) => {
    const key = submit.reference === null ? `alone ${i}` : `${submit.reference} of ${submit.total}`;
    texts.set(key, (texts.get(key) ?? '') + submit.text);
  });
  return [...texts.values()];
}

async function smppsim(): Promise<void> {
  const home = process.env.SMPPSIM;
  if (!home || !existsSync(join(home, 'classes')))
    return missing('SMPPSim', 'SMPPSIM is no folder with classes/');
  const [port, http] = [await freePort(), await freePort()];
  const capture = join(folder, 'sme_binary.capture');
  const changes: Record<string, string | number> = {
    SMPP_PORT: port,
    HTTP_PORT: http,
    SMPP_CONNECTION_HANDLERS: 10,
    SYSTEM_IDS: 'bench',
    PASSWORDS: 'bench',
    MESSAGE_STATE_CHECK_FREQUENCY: 100,
    MAX_TIME_ENROUTE: 200,
    PERCENTAGE_THAT_TRANSITION: 100,
    PERCENTAGE_DELIVERED: 100,
    PERCENTAGE_UNDELIVERABLE: 0,
    PERCENTAGE_ACCEPTED: 0,
    PERCENTAGE_REJECTED: 0,
    CAPTURE_SME_BINARY: 'true',
    CAPTURE_SME_BINARY_TO_FILE: capture,
  };
  const given = readFileSync(join(home, 'conf/smppsim.props'), 'latin1');
  const kept = given.split('\n').filter((row) => !(row.split('=')[0]!.trim() in changes));
  const props = [...kept, ...Object.entries(changes).map(([name, value]) => `${name}=${value}`)];
  writeFileSync(join(folder, 'smppsim.props'), props.join('\n'), 'latin1');
  const jars = ['slf4j-api', 'logback-classic', 'logback-core', 'regexp'].map(
    (jar) => `/usr/share/java/${jar}.jar`,
  );
  const main = 'com.seleniumsoftware.SMPPSim.SMPPSim';
  start('java', [
    ...['-cp', [join(home, 'classes'), ...jars].join(':'), main],
    ...[join(home, 'conf/logback.xml'), 'smppsim.props'],
  ]);
  await listens(port);
  await ourClient('SMPPSim', port, 'bench:bench', () => readSubmits(readFileSync(capture)));
}

async function smscsim(): Promise<void> {
  const file = process.env.SMSCSIM;
  if (!file || !existsSync(file)) return missing('smscsim', 'SMSCSIM is no file');
  const [port, web] = [await freePort(), await freePort()];
  start(file, [], { env: { SMSC_PORT: String(port), WEB_PORT: String(web) } });
  await listens(port);
  await ourClient('smscsim', port, 'bench:bench');
}

/** The other direction: Kannel sends to our operator simulator and must understand its receipts. */
async function kannel(): Promise<void> {
  try {
    execFileSync('which', ['bearerbox', 'smsbox'], { stdio: 'ignore' });
  } catch {
    return missing('Kannel', 'bearerbox and smsbox are not installed');
  }
  const simulator = await startSimulator({ undelivered: 0 });
  const ports: Record<string, string> = { 2775: new URL(simulator.url).port };
  for (const port of ['13000', '13001', '13013']) ports[port] = String(await freePort());
  const given = readFileSync(join(import.meta.dirname, 'kannel/kannel.conf'), 'utf8');
  writeFileSync(
    join(folder, 'kannel.conf'),
    given.replace(/\b(2775|130\d\d)\b/g, (port) => ports[port] ?? port),
  );
  const reports: URLSearchParams[] = [];
  const listener = createServer((request, response) => {
    reports.push(new URL(request.url ?? '', 'http://localhost').searchParams);
    response.end();
  }).listen(0, '127.0.0.1');
  await once(listener, 'listening');
  start('bearerbox', ['kannel.conf']);
  await listens(Number(ports[13001]));
  start('smsbox', ['kannel.conf']);
  await listens(Number(ports[13013]));
  await until(async () => (await simulator.stats()).sessions === 1, 'Kannel binds');
  let number = 9_841_200_100;
  for (const [what, text] of Object.entries(TEXTS)) {
    const to = `+977${++number}`;
    const back = `http://127.0.0.1:${(listener.address() as AddressInfo).port}/?to=${number}&type=%d`;
    const query = new URLSearchParams({
      ...{ username: 'bench', password: 'bench', from: 'DEMO', to, text, charset: 'UTF-8' },
      ...{ coding: what.startsWith('GSM') ? '0' : '2', 'dlr-mask': '3', 'dlr-url': back },
    });
    const answer = await fetch(`http://127.0.0.1:${ports[13013]}/cgi-bin/sendsms?${query}`);
    const isTaken = answer.status === 202;
    const message = await until(async () => {
      const [found] = await simulator.messages(to);
      return found?.parts === found?.total ? found : null;
    }, `Kannel: ${what}`).catch(() => null);
    // 1: delivered, in Kannel's terms.
    const delivered = () =>
      reports.filter((report) => report.get('to') === String(number) && report.get('type') === '1');
    await until(() => delivered().length > 0, `Kannel: receipt of ${what}`).catch(() => {});
    line(
      'Kannel → simulator',
      what,
      `${message?.parts ?? 0} submit_sm, ${delivered().length} reports`,
      isTaken && message?.text === text && delivered().length > 0,
      'text whole',
    );
  }
  listener.close();
  await simulator.kill();
}

console.log('| peer | message | sent | arrived and delivered |\n|---|---|---|---|');
try {
  for (const peer of [smppsim, smscsim, kannel]) {
    await peer().catch((error: Error) => line(peer.name, error.message, '-', false));
  }
} finally {
  for (const child of children) child.kill('SIGTERM');
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failures > 0 ? 1 : 0);
