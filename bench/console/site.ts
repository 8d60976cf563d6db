/** A console to measure: where its pages are, and how one sees that they are there. */
export interface Site {
  name: string;
  /** The address that shows the sign-in page to who is not signed in, and leads to the list from there. */
  list: string;
  /** The sign-in page's own address, its selectors, and a pair that is let in. */
  signIn: {
    page: string;
    user: string;
    password: string;
    submit: string;
    pair: [string, string];
    /** What is typed and pressed before React is there counts: the page itself keeps it. */
    keeps?: boolean;
  };
  /** False where signing in does not lead back to the list. */
  leadsBack?: false;
  /** Selectors of what searches the list, where there is such an input, and of a heading that sorts it. */
  search?: string;
  sort: string;
  /** Selector of the list's rows. */
  rows: string;
  /** Selector, within a row, of what opens its record. */
  opener: string;
  /** The source of a function that tells whether the record is shown that the row `text` stands for. */
  record(text: string): string;
  close(): Promise<void>;
}

/** The password field is there, and what is typed and pressed from now on counts: in most, because React listens. */
export const usable = ({ password, keeps = false }: Site['signIn']): string => `() => {
  const found = document.querySelector(${JSON.stringify(password)});
  return found?.checkVisibility() && !found.disabled
    && (${keeps} || Object.keys(found).some((key) => key.startsWith('__reactProps')));
}`;

/** Ten rows that are no placeholders. */
export const filled = (selector: string): string => `() => {
  const rows = [...document.querySelectorAll(${JSON.stringify(selector)})];
  return rows.length >= 10 && rows.slice(0, 10).every((row) => row.textContent.trim().length > 5);
}`;

/** What was there is there no more. */
export const isGone = (selector: string): string =>
  `() => document.body && document.readyState !== 'loading' && !document.querySelector(${JSON.stringify(selector)})`;
