import { number } from '../core/format.ts';
import { toaster } from '../layout/Toasts.tsx';

/**
 * Tells in a toast how far records are deleted one after the other, of `all`. `failed` takes the toast away and answers
 * what there is to say: why, and how many are gone already.
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
