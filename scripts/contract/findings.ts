/** `break`: the console cannot work with it. `note`: it works, with less. `skipped`: not checked. */
export type Level = 'ok' | 'skipped' | 'note' | 'break';

/** The part of an operation that was checked. */
type Check = 'there' | 'shape' | 'paging' | 'ordering' | 'filters' | 'errors' | 'write' | 'origin';

export interface Finding {
  /** `GET /v1/core/contacts/`, as the catalogue writes it. */
  operation: string;
  check: Check;
  level: Level;
  /** A sentence for people; empty if nothing is wrong. */
  text: string;
}

/** Records what is found about one operation. */
export interface Notes {
  operation: string;
  add(check: Check, level: Level, text?: string): void;
}

export interface Findings {
  list: Finding[];
  of(operation: string): Notes;
}

/** Findings in order, each text once per operation. */
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
