import { once } from 'node:events';
import { createReadStream } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { Problem } from '../platform/problem.ts';

/** Throws a Problem for a local file that must not be stored; absent without a scanner. */
export type VirusScanner = (path: string) => Promise<void>;

const CONNECT_MS = 5000;
/** Milliseconds that clamd may take for a file, and that it may be silent. */
const SCAN_MS = 120_000;
const CHUNK = 64 * 1024;
/** Longer than any response. */
const ANSWER_MAX = 4096;

const unchecked = (): Problem =>
  new Problem(
    'unavailable',
    'The file could not be checked for viruses and was not saved. Try again in a few minutes, or contact your provider.',
  );

/** Parses `tcp://host:port` or `unix:/path`, for TCPSocket and LocalSocket in clamd.conf; null for anything else. */
export function clamdAddress(text: string): { host: string; port: number } | { path: string } | null {
  const path = /^unix:(?:\/\/)?(\/.+)$/.exec(text)?.[1];
  if (path) return { path };
  const url = URL.parse(text);
  if (url?.protocol !== 'tcp:' || !url.hostname || url.pathname.length > 1) return null;
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || 3310) };
}

/** Sends a file with clamd's INSTREAM (clamd(8)): chunks preceded by their length, ending with length zero. */
async function send(socket: Socket, path: string, signal: AbortSignal): Promise<void> {
  const write = async (piece: Buffer | string) => {
    if (!socket.write(piece)) await once(socket, 'drain', { signal });
  };
  await write('zINSTREAM\0');
  for await (const piece of createReadStream(path, { highWaterMark: CHUNK, signal })) {
    const length = Buffer.alloc(4);
    length.writeUInt32BE((piece as Buffer).length);
    await write(Buffer.concat([length, piece as Buffer]));
  }
  await write(Buffer.alloc(4));
}

async function answerOf(socket: Socket): Promise<string> {
  let answer = '';
  for await (const piece of socket) {
    answer += piece;
    if (answer.includes('\0') || answer.length > ANSWER_MAX) break;
  }
  return (answer.split('\0')[0] as string).trim();
}

/**
 * Scans files with the clamd at `clamdAddress`. Throws `unsupported_file` if it finds something, and `unavailable` without
 * a useful answer: it is down, slow, or refuses files of that size (StreamMaxLength). `onTrouble` gets the reason.
 */
export function clamdScanner(url: string, onTrouble: (error: unknown) => void): VirusScanner {
  const address = clamdAddress(url);
  if (!address) throw new Error(`${url} is no address of clamd.`);
  return async (path) => {
    const socket = connect({ ...address, timeout: SCAN_MS });
    socket.on('timeout', () => socket.destroy(new Error('clamd is silent')));
    let answer: string;
    try {
      await once(socket, 'connect', { signal: AbortSignal.timeout(CONNECT_MS) });
      const deadline = setTimeout(() => socket.destroy(new Error('clamd takes too long')), SCAN_MS);
      // If it refuses more data, it answers and closes the connection early; then there is nobody to write to.
      const answered = new AbortController();
      const sent = send(socket, path, answered.signal).catch(() => {});
      answer = await answerOf(socket).finally(() => clearTimeout(deadline));
      answered.abort();
      socket.destroy();
      await sent;
    } catch (error) {
      socket.destroy();
      onTrouble(error);
      throw unchecked();
    }
    if (answer === 'stream: OK') return;
    if (/^stream: .+ FOUND$/.test(answer)) {
      throw new Problem(
        'unsupported_file',
        'The virus scanner rejected the file, so it was not saved. Check your computer and upload another file.',
      );
    }
    onTrouble(new Error(`clamd answered: ${answer || 'nothing'}`));
    throw unchecked();
  };
}
