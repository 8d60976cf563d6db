import { group, type Store } from '@zag-js/toast';

/** The console's toasts outlive its pages, in a store that only what draws them is given. */
let store: Store | undefined;

const { effects } = group.machine.implementations ?? {};
const subscribe = effects?.subscribeToStore;
if (effects && subscribe)
  effects.subscribeToStore = (drawn) => {
    store = drawn.prop('store');
    return subscribe(drawn);
  };

/** Takes all toasts away at once, also those that nobody draws any more. */
export const clearToasts = (): void => void store?.remove();
