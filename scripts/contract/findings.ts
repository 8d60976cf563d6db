/** `break`: the console cannot work with it. `note`: it can, with less. `skipped`: it was not looked at. */
export type Level = 'ok' | 'skipped' | 'note' | 'break';

/** What of an operation was looked at. */
type Check = 'there' | 'shape' | 'paging' | 'ordering' | 'filters' | 'errors' | 'write' | 'origin';

export interface Finding {
  /** `GET /v1/core/contacts/`, as the catalogue has it. */
  operation: string;
  check: Check;
  level: Level;
  /** A sentence for people; empty where all is well. */
  text: string;
}

/** Takes down what is found of one operation. */
export interface Notes {
  operation: string;
  add(check: Check, level: Level, text?: string): void;
}

export interface Findings {
  list: Finding[];
  of(operation: string): Notes;
}

/** Findings in the order in which they were made, each text once per operation. */
export function createFindings(): Findings {
  const list: Finding[] = [];
  return {
    list,
    of: (operation) => ({
      operation,
      add(check, level, text = '') {
        const isKnown = list.some(
          (one) => one.operation === operation && one.text === text && one.check === check,
        );
        if (!isKnown) list.push({ operation, check, level, text });
      },
    }),
  };
}
