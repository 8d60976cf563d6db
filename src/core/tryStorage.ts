/**
 * Uses localStorage or sessionStorage; undefined where that fails. A browser may allow cookies and forbid both, which are then
 * null (Firefox without `dom.storage.enabled`, the web view of an Android app) or throw, and they can be full.
 */
export function tryStorage<T>(use: () => T): T | undefined {
  try {
    return use();
  } catch {
    return undefined;
  }
}
