import { number } from '../core/format.ts';
import { toaster } from '../layout/Toasts.tsx';

/**
 * Shows a toast with the progress of deleting `all` records one after the other. `failed` removes the toast
 * and returns the message: the reason, and how many are already deleted.
 */
export function deleteProgress(translate: (key: string, values?: object) => string, all: number) {
  let toast: string | undefined;
  let done = 0;
  const total = number(all);
  return {
    onProgress(count: number): void {
      done = count;
      const text = translate('crud.bulk.deleting', { done: number(done), total });
      if (done === all) toaster.dismiss(toast);
      else if (toast) toaster.update(toast, 'loading', text);
      else toast = toaster.show('loading', text);
    },
    failed(reason: string): string {
      if (toast) toaster.dismiss(toast);
      return done === 0 ? reason : translate('crud.bulk.deletedSome', { done: number(done), total, reason });
    },
  };
}
