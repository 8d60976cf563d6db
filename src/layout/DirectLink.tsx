import { type MouseEvent, useContext } from 'react';
import { Link, type LinkProps } from 'react-router-dom';
import { isLoaded } from '../start/screen.ts';
import { RouterContext } from './ConsoleRouter.tsx';

/**
 * A link to a page that renders quickly. If its code is loaded, the page appears in the next frame; as a transition, the
 * default for links, React would render it in slices between other work.
 */
export function DirectLink({ to, ...props }: Omit<LinkProps, 'onClick' | 'target'> & { to: string }) {
  const router = useContext(RouterContext);
  const go = (event: MouseEvent) => {
    const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
    // Other clicks are the browser's: a new tab, a new window, a download.
    if (button !== 0 || metaKey || altKey || ctrlKey || shiftKey || !router || !isLoaded(to)) return;
    event.preventDefault();
    void router.navigate(to, { flushSync: true });
  };
  return <Link to={to} onClick={go} {...props} />;
}
