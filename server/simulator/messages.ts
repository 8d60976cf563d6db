import type { Journal } from './journal.ts';

/** The answer to `GET /messages` for a number: each message as far as it has arrived. */
export interface SimulatorMessage {
  from: string;
  to: string;
  text: string;
  /** Parts received, of `total`. */
  parts: number;
  total: number;
  ids: string[];
  state: string;
  at: string;
}

/** The messages for a number, in the order of their first part. Reads the whole journal. */
export async function messagesFor(journal: Journal, phone: string): Promise<SimulatorMessage[]> {
  const messages: (SimulatorMessage & { texts: string[] })[] = [];
  const open = new Map<string, SimulatorMessage & { texts: string[] }>();
  const to = phone.replace(/\D/g, '');
  for await (const entry of journal.read(`"to":"${to}"`)) {
    if (entry.e !== 'accepted' || entry.to !== to) continue;
    const { from, state, id, text } = entry;
    const [reference, total, number] = entry.part ?? [0, 1, 1];
    const key = `${from}|${reference}|${total}`;
    let message = open.get(key);
    if (!message) {
      const at = new Date(entry.at).toISOString();
      message = { from, to: `+${to}`, text: '', parts: 0, total, ids: [], state, at, texts: [] };
      open.set(key, message);
      messages.push(message);
    }
    message.ids[number - 1] = id;
    message.texts[number - 1] = text;
    message.parts = message.ids.filter(Boolean).length;
    if (message.parts === total) open.delete(key);
  }
  return messages.map(({ texts, ...message }) => ({ ...message, text: texts.join('') }));
}
