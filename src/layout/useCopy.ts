import { useState } from 'react';

/**
 * Copies a text to the clipboard, or selects the element that shows it if the browser refuses. `copy` returns whether it
 * was copied; `isCopied` is set from then on.
 */
export function useCopy(text: string, shown: () => Element | null) {
  const [isCopied, setCopied] = useState(false);
  const copy = async (): Promise<boolean> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      return true;
    } catch {
      const element = shown();
      if (element) getSelection()?.selectAllChildren(element);
      return false;
    }
  };
  return { isCopied, copy };
}
