import { group, type Store } from '@zag-js/toast';

/**
 * The console's toasts outlive its pages, in a store that only what draws them is given. In tests they go with
 * the page: a test that opens a second one would read what the first one said.
 */
let store: Store | undefined;

const { effects } = group.machine.implementations ?? {};
const subscribe = effects?.subscribeToStore;
if (effects && subscribe)
  effects.subscribeToStore = (drawn) => {
    store = drawn.prop('store');
    const unsubscribe = subscribe(drawn);
    return () => {
      clearToasts();
      unsubscribe?.();
    };
  };

/** Takes all toasts away at once, also those that nobody draws any more. */
export const clearToasts = (): void => void store?.remove();
