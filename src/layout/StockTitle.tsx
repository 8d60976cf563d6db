import { useEffect, useRef } from 'react';

/**
 * The heading of react-admin's own views, which look for this id and put their titles into it. Hidden until then: the
 * pages of this console have headings of their own.
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
  // No h1, which may not be empty.
  return <div id="react-admin-title" tabIndex={-1} hidden ref={heading} />;
}
