export interface Messages {
  [key: string]: string | Messages;
}

/** What a language's part of the build holds. */
export interface Texts {
  messages: Messages;
  /** What the server said in English, in this language; undefined for what is none of its sentences. */
  serverSentence?(text: string): string | undefined;
}

/** Areas may share a branch (`resources`): their keys are put side by side, later ones win. */
export function merge(...areas: readonly object[]): Messages {
  const all: Messages = {};
  for (const area of areas as readonly Messages[])
    for (const [key, value] of Object.entries(area)) {
      const former = all[key];
      all[key] = typeof value === 'object' && typeof former === 'object' ? merge(former, value) : value;
    }
  return all;
}
