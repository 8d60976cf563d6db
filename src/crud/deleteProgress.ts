import { number } from '../core/format.ts';

const loadToaster = () => import('../layout/Toasts.tsx').then((m) => m.toaster);

/**
 * Shows a toast with the progress of deleting `all` records one after the other. `failed` removes the toast
 * and returns the message: the reason, and how many are already deleted.
 */
export function deleteProgress(translate: (key: string, values?: object) => string, all: number) {
  let toast: string | undefined;
  let done = 0;
  let toaster: ReturnType<typeof loadToaster> | undefined;
  const total = number(all);
  /** Changes the toast once its code is loaded, in the order of the calls. Without the code there is no toast. */
  const change = (task: (it: Awaited<ReturnType<typeof loadToaster>>) => void) => {
    toaster ??= loadToaster();
    toaster.then(task).catch(() => undefined);
  };
  return {
    onProgress(count: number): void {
      done = count;
      const text = translate('crud.bulk.deleting', { done: number(done), total });
      change((it) => {
        if (count === all) it.dismiss(toast);
        else if (toast) it.update(toast, 'loading', text);
        else toast = it.show('loading', text);
      });
    },
    failed(reason: string): string {
      change((it) => {
        if (toast) it.dismiss(toast);
      });
      return done === 0 ? reason : translate('crud.bulk.deletedSome', { done: number(done), total, reason });
    },
  };
}
