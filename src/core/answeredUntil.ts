import { serverTime } from './clock.ts';

/** When the last page of each list was answered, by the server's clock. */
const times = new Map<string, number>();

/** Notes that a page of the list has come now. */
export function noteAnswer(resource: string): void {
  const time = serverTime();
  if (time === undefined) times.delete(resource);
  else times.set(resource, time);
}

/** The end of the second in which the list's last page was answered; undefined where the server does not tell its time. */
export function answeredUntil(resource: string): string | undefined {
  const time = times.get(resource);
  return time === undefined ? undefined : new Date(time + 1000).toISOString();
}
