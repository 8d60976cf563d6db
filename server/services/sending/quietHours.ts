const inKathmandu = new Intl.DateTimeFormat('en-GB', {
  timeZone: 'Asia/Kathmandu',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

/** Whether a moment is within `22:00-07:00` (Asia/Kathmandu; may span midnight). Without quiet hours: never. */
export function isQuiet(hours: string | null, now: Date): boolean {
  if (!hours) return false;
  const [from, to] = hours.split('-') as [string, string];
  const time = inKathmandu.format(now);
  return from <= to ? time >= from && time < to : time >= from || time < to;
}
