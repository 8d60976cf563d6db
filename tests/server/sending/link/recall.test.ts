import { expect, test } from 'vitest';
import { createSender } from '../../../../server/services/sending/link/sender.ts';

const GROUPS = ['paused', 'other'];

/** A sender with a window of one, and the first message of it at the operator. */
function busySender() {
  const written: string[] = [];
  const sender = createSender<string>({
    ...{ window: 1, rate: 0, responseTimeout: 1000, throttlePause: 10, giveBackAfter: 1000 },
    now: () => new Date(),
  });
  sender.open((addr) => written.push(addr));
  const submit = (addr: string, group?: string, urgent = false) => sender.submit([addr], { group, urgent });
  const first = submit('first', 'paused');
  const answer = () => sender.answered(written.length, null, 'id');
  return { sender, written, submit, first, answer };
}

test('what is recalled of a group is given back, and the others keep their order and urgency', async () => {
  const { sender, written, submit, first, answer } = busySender();
  const groups = Array.from({ length: 6 }, (_, n) => GROUPS[n % 2]);
  const outcomes = groups.map((group, n) => submit(`${n}`, group));
  const urgent = submit('urgent', 'other', true);
  sender.recall('the campaign was paused', 'paused');
  for (let n = 0; n < 5; n++) answer();
  const kinds = (await Promise.all([...outcomes, urgent, first])).map(({ kind }) => kind);
  const gone = ['temporary', 'submitted'];
  expect(kinds).toEqual([...gone, ...gone, ...gone, 'submitted', 'submitted']);
  // What had been written is not recalled.
  expect(written).toEqual(['first', 'urgent', '1', '3', '5']);
});

test('without a group everything that is not begun is recalled', async () => {
  const { sender, written, submit, first, answer } = busySender();
  const waiting = [submit('a'), submit('b', 'other')];
  sender.recall('the link is paused');
  answer();
  const outcomes = await Promise.all([first, ...waiting]);
  expect(outcomes.map(({ kind }) => kind)).toEqual(['submitted', 'temporary', 'temporary']);
  expect(written).toEqual(['first']);
});

test('an operator that asked to be left alone is, over a new connection too', async () => {
  const { sender, written, submit, first, answer } = busySender();
  sender.rest(60_000);
  answer();
  expect((await first).kind).toBe('submitted');
  sender.pause('the link is down');
  sender.open((addr) => written.push(addr));
  expect(await submit('next')).toMatchObject({ kind: 'temporary', unsent: true });
  expect([sender.isLeftAlone, sender.throttledSince !== null, written]).toEqual([true, true, ['first']]);
});
