import { expect, onTestFinished, test } from 'vitest';
import { startSimulator } from '../../support/simulator.ts';

test('a simulator leaves a terminal’s signals to its parent, which ends it last', async () => {
  const simulator = await startSimulator();
  onTestFinished(() => simulator.kill());
  for (const signal of ['SIGHUP', 'SIGINT'] as const) {
    simulator.signal(signal);
    expect(await simulator.stats()).toHaveProperty('sessions');
  }
});
