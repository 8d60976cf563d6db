import { http } from '../core/http.ts';
import { useAct } from './useAct.ts';

/** Downloads of files on a click. A failure is told in the text of the key `failed`, with the server's words as `reason`. */
export function useDownload(failed: string) {
  const { isBusy, run } = useAct(() => undefined, failed);
  /** `onDone` is called after the file is saved. */
  const download = (path: string, file: Parameters<typeof http.download>[1], onDone?: () => void): void =>
    void run(async () => {
      await http.download(path, file);
      onDone?.();
      return undefined;
    });
  return { isBusy, download };
}
