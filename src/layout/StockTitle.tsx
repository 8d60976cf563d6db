import { useEffect, useRef } from 'react';

/**
 * The element with the id that react-admin's own views look for to insert their title. Hidden until then, because the pages
 * of this console have their own headings.
 */
export function StockTitle() {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const { current } = heading;
    if (!current) return;
    const follow = () => {
      current.hidden = !current.textContent;
      for (const [name, value] of [
        ['role', 'heading'],
        ['aria-level', '1'],
      ] as const)
        if (current.hidden) current.removeAttribute(name);
        else current.setAttribute(name, value);
    };
    const observer = new MutationObserver(follow);
    observer.observe(current, { childList: true, characterData: true, subtree: true });
    follow();
    return () => observer.disconnect();
  }, []);
  // Not an h1, because an h1 must not be empty.
  return <div id="react-admin-title" tabIndex={-1} hidden ref={heading} />;
}
