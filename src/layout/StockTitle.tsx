import { useEffect, useRef } from 'react';

/**
 * The heading of react-admin's own views, which look for this id and put their titles into it. Hidden until then: the
 * pages of this console have headings of their own.
 */
export function StockTitle() {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    const { current } = heading;
    if (!current) return;
    const follow = () => {
      current.hidden = !current.textContent;
    };
    const observer = new MutationObserver(follow);
    observer.observe(current, { childList: true, characterData: true, subtree: true });
    follow();
    return () => observer.disconnect();
  }, []);
  // biome-ignore lint/a11y/useHeadingContent: it is hidden while it is empty
  return <h1 id="react-admin-title" tabIndex={-1} hidden ref={heading} />;
}
