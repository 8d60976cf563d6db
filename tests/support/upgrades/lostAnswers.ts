type Row = Record<string, unknown>;

function rowsOf(snapshot: string, table: string): Row[] {
  for (const line of snapshot.split('\n')) {
    if (!line.startsWith(`{"table":"${table}",`)) continue;
    const { columns, rows } = JSON.parse(line) as { columns: string[]; rows: unknown[][] };
    return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])));
  }
  return [];
}

/**
 * Lines of the operator's journal for messages that were being sent again when the worker was killed, as if the operator had
 * accepted them and only its answers were lost. A recording rarely has any, because the worker dies before they are written;
 * what it has is not added again.
 */
export function lostAnswers(snapshot: string, journal: string): string {
  const entries = journal
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { e: string; id?: string; to?: string; part?: number[] });
  const ids = entries.map(({ id }) => Number.parseInt(id ?? '0', 16));
  const accepted = new Set(
    entries.filter(({ e }) => e === 'accepted').map(({ to, part }) => `${to} ${part?.[2] ?? 1}`),
  );
  let last = Math.max(0, ...ids);
  const again = new Set(
    rowsOf(snapshot, 'message_retry').flatMap(({ hand, message }) => (hand === null ? [] : [message])),
  );
  const bodies = new Map(rowsOf(snapshot, 'campaign').map(({ uuid, body }) => [uuid, body]));
  const lines: string[] = [];
  for (const { uuid, phone, campaign, parts } of rowsOf(snapshot, 'message')) {
    if (!again.has(uuid)) continue;
    const message = { e: 'accepted', from: 'DEMO', to: String(phone).slice(1), text: bodies.get(campaign) };
    for (let part = 1; part <= Number(parts); part++) {
      if (accepted.has(`${message.to} ${part}`)) continue;
      const id = (++last).toString(16).padStart(8, '0');
      const long = Number(parts) > 1 && { part: [0, parts, part] };
      lines.push(`${JSON.stringify({ ...message, id, at: Date.now(), state: 'DELIVRD', ...long })}\n`);
    }
  }
  return lines.join('');
}
