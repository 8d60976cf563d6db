import type { RenderJob } from '#schema/rendering.ts';

/** A page of the console as it comes to its browser. */
interface OpenPage extends Pick<RenderJob, 'written' | 'look'> {
  url: URL;
  /** localStorage. */
  stored: Readonly<Record<string, string>>;
}

const nothing = (): void => {};
const listens = { addEventListener: nothing, removeEventListener: nothing };

let open: OpenPage | undefined;

/** Opens a page: whatever the console reads of its browser from now on, it reads of this one. */
export const openPage = (page: OpenPage): void => {
  open = page;
};

const entry = (key: string): string | null => open?.stored[key] ?? null;
/** A page that is drawn once has nothing to keep. */
const storage = (getItem: (key: string) => string | null) => ({
  getItem,
  setItem: nothing,
  removeItem: nothing,
});

const elementOf = (id: string) => {
  const textContent = open?.written[id as keyof RenderJob['written']];
  return textContent === undefined ? null : { textContent, remove: nothing };
};

const document = {
  ...listens,
  /** js-cookie reads and writes it. Who is signed in has a session. */
  get cookie() {
    return 'token=1';
  },
  set cookie(_) {},
  getElementById: elementOf,
  querySelector: () => null,
  querySelectorAll: () => [],
};

/**
 * Puts what the console reads of a browser, while it loads and while React renders it, into this thread: as little as that needs, so
 * that anything else fails loudly. Call it before the console's modules load.
 */
export function standInForBrowser(): void {
  const own = {
    localStorage: storage(entry),
    sessionStorage: storage(() => null),
    matchMedia: (query: string) => ({
      ...listens,
      get matches() {
        return open?.look.media.includes(query) ?? false;
      },
    }),
    fetch: () => Promise.reject(new Error('a page that is drawn for a browser requests nothing')),
  };
  const window = { ...listens, ...own, document };
  Object.assign(globalThis, own, { window });
  Object.defineProperty(window, 'innerHeight', { get: () => open?.look.height });
  Object.defineProperties(globalThis, {
    location: { get: () => open?.url },
    navigator: {
      value: {
        onLine: true,
        get platform() {
          return open?.look.isMac ? 'Mac' : '';
        },
      },
    },
  });
}

/** The same for the document: libraries tell by it whether they run in a browser, so call it once they have loaded. */
export const standInForDocument = (): void => void Object.assign(globalThis, { document });
