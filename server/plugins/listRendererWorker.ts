/** The thread of listRenderer.ts: draws one list after the other, by what the build of the console exports at the address `workerData`. */
import { parentPort, workerData } from 'node:worker_threads';
import type { RenderAnswer, Rendered, RenderJob, RenderRequest } from '#schema/rendering.ts';

const build: Promise<{ renderList(job: RenderJob): Promise<Rendered | undefined> }> = import(workerData);

const render = async ({ id, ...job }: RenderRequest): Promise<RenderAnswer> => {
  try {
    const { renderList } = await build;
    return { id, rendered: await renderList(job) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
};

let before: Promise<unknown> = Promise.resolve();
parentPort?.on('message', (request: RenderRequest) => {
  before = before.then(async () => parentPort?.postMessage(await render(request)));
});
