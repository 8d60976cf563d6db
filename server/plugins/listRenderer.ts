import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { FastifyBaseLogger } from 'fastify';
import type { RenderAnswer, Rendered, RenderJob, RenderRequest } from '#schema/rendering.ts';

/** Milliseconds that a page waits for its drawing: the browser can draw it itself. */
const PATIENCE_MS = 250;
/** Drawings that may wait for one another. Who comes later is better off without. */
const WAITING_MAX = 8;
/** Milliseconds without a thread after one has ended, and between complaints. */
const REST_MS = 60_000;
/** Milliseconds after which a thread that does not answer is replaced. */
const HUNG_MS = 5000;
const HEAP_MB = 128;

export interface ListRenderer {
  /** Has the thread load its code, if there is none yet: a page's first list should not wait for that. */
  warm(): void;
  /** The drawing of a page; undefined if it is late (after `patience` milliseconds), or cannot be drawn without its browser. Never rejects. */
  render(job: RenderJob, patience?: number): Promise<Rendered | undefined>;
  close(): Promise<void>;
}

/**
 * Draws lists in a thread of its own, which the build of the console contains (scripts/serverRender.ts): it
 * has none of the server's environment, and does not keep the process. Undefined if this build has none.
 */
export function listRenderer(dist: string, log: FastifyBaseLogger): ListRenderer | undefined {
  const program = join(dist, '.vite/render/index.mjs');
  if (!existsSync(program)) return undefined;
  const waiting = new Map<number, (rendered: Rendered | undefined) => void>();
  let worker: Worker | undefined;
  let isClosing = false;
  let restsUntil = 0;
  let quietUntil = 0;
  let last = 0;

  /** The same fault may come with each page. */
  const complain = (err: unknown, message: string) => {
    if (performance.now() < quietUntil) return;
    quietUntil = performance.now() + REST_MS;
    log.warn({ err }, message);
  };

  function start(): Worker {
    const started = new Worker(new URL('./listRendererWorker.ts', import.meta.url), {
      workerData: pathToFileURL(program).href,
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    started.unref();
    started.on('message', ({ id, rendered, error }: RenderAnswer) => {
      if (error) complain(error, 'a list could not be drawn');
      waiting.get(id)?.(rendered);
      waiting.delete(id);
    });
    // A thread that fails tells so, and then ends: one end, one rest.
    let reason: unknown;
    started.on('error', (error) => {
      reason = error;
    });
    started.on('exit', (code) => {
      if (!isClosing) {
        reason ??= new Error(`the thread that draws lists has ended with ${code}`);
        complain(reason, 'lists are not drawn for a minute');
        restsUntil = performance.now() + REST_MS;
      }
      worker = undefined;
      for (const answer of waiting.values()) answer(undefined);
      waiting.clear();
    });
    return started;
  }

  return {
    warm() {
      if (performance.now() >= restsUntil) worker ??= start();
    },
    async render(job, patience = PATIENCE_MS) {
      if (waiting.size >= WAITING_MAX || performance.now() < restsUntil) return undefined;
      worker ??= start();
      const id = ++last;
      const answer = new Promise<Rendered | undefined>((resolve) => waiting.set(id, resolve));
      const hung = setTimeout(() => void worker?.terminate(), HUNG_MS).unref();
      void answer.then(() => clearTimeout(hung));
      worker.postMessage({ id, ...job } satisfies RenderRequest);
      return Promise.race([answer, delay(patience, undefined, { ref: false })]);
    },
    async close() {
      isClosing = true;
      await worker?.terminate();
    },
  };
}
