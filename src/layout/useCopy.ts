import { useState } from 'react';

/**
 * Copies a text to the clipboard, or selects the element that shows it where the browser does not let it be copied.
 * `copy` answers whether it was copied; `isCopied` says so from then on.
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
