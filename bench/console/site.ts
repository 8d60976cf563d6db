/** A console to measure: where its pages are, and how to tell that they are ready. */
export interface Site {
  name: string;
  /** The address that shows the sign-in page when signed out, and leads to the list from there. */
  list: string;
  /** The sign-in page's address, its selectors, and valid credentials. */
  signIn: {
    page: string;
    user: string;
    password: string;
    submit: string;
    pair: [string, string];
    /** Input before React has loaded counts, because the page itself keeps it. */
    keeps?: boolean;
  };
  /** False if signing in does not return to the list. */
  leadsBack?: false;
  /** Selectors of the list's search input, if there is one, and of a sortable header. */
  search?: string;
  sort: string;
  /** Selector of the list's rows. */
  rows: string;
  /** Selector, within a row, of what opens its record. */
  opener: string;
  /** Source of a function that tells whether the record of the row `text` is shown. */
  record(text: string): string;
  close(): Promise<void>;
}

/** The password field exists, and input from now on counts: for most, because React listens. */
export const usable = ({ password, keeps = false }: Site['signIn']): string => `() => {
  const found = document.querySelector(${JSON.stringify(password)});
  return found?.checkVisibility() && !found.disabled
    && (${keeps} || Object.keys(found).some((key) => key.startsWith('__reactProps')));
}`;

/** Ten rows that are not placeholders. */
export const filled = (selector: string): string => `() => {
  const rows = [...document.querySelectorAll(${JSON.stringify(selector)})];
  return rows.length >= 10 && rows.slice(0, 10).every((row) => row.checkVisibility() && row.textContent.trim().length > 5);
}`;

/** The same, and a script has taken over what a server may have drawn. */
export const answering = (selector: string): string =>
  `() => !document.querySelector('#root[data-drawn]') && (${filled(selector)})()`;

/** The previous content is gone. */
export const isGone = (selector: string): string =>
  `() => document.body && document.readyState !== 'loading' && !document.querySelector(${JSON.stringify(selector)})`;
