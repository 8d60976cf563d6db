export interface Messages {
  [key: string]: string | Messages;
}

/** A language's part of the build. */
export interface Texts {
  messages: Messages;
  /** The server's English message in this language; undefined if it is none of its sentences. */
  serverSentence?(text: string): string | undefined;
}

/** Areas may share a branch (`resources`): their keys are merged, and later ones win. */
export function merge(...areas: readonly object[]): Messages {
  const all: Messages = {};
  for (const area of areas as readonly Messages[])
    for (const [key, value] of Object.entries(area)) {
      const former = all[key];
      all[key] = typeof value === 'object' && typeof former === 'object' ? merge(former, value) : value;
    }
  return all;
}
