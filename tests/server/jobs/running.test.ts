import { expect, onTestFinished, test, vi } from 'vitest';
import { onShutdown, onShutdownFirst, stop } from '../../../server/jobs/running.ts';

test('a process whose parts all hang has stopped within ten seconds, but for the database that it has started', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const begun: string[] = [];
  const hanging = (name: string) => () => {
    begun.push(name);
    return new Promise<void>(() => {});
  };
  let endDatabase = () => {};
  onShutdown(() => {
    begun.push('database');
    return new Promise<void>((resolve) => {
      endDatabase = resolve;
    });
  }, 60_000);
  for (let n = 1; n <= 9; n++) onShutdown(hanging(`part ${n}`));
  onShutdown(hanging('queue'), 2000);
  onShutdownFirst(hanging('worker'));
  let hasStopped = false;
  void stop().then(() => {
    hasStopped = true;
  });
  await vi.advanceTimersByTimeAsync(7999);
  expect(begun).toEqual(['worker']);
  await vi.advanceTimersByTimeAsync(2000);
  // Everything is asked to stop, in order; what comes last is waited for as long as it takes.
  expect(begun).toEqual([
    'worker',
    'queue',
    ...Array.from({ length: 9 }, (_, n) => `part ${9 - n}`),
    'database',
  ]);
  expect(hasStopped).toBe(false);
  endDatabase();
  await vi.advanceTimersByTimeAsync(0);
  expect(hasStopped).toBe(true);
});
