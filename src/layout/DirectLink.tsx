import { type AnchorHTMLAttributes, type MouseEvent, useContext } from 'react';
import { Link } from 'react-router-dom';
import { isLoaded } from '../start/screen.ts';
import { RouterContext } from './ConsoleRouter.tsx';

type Props = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href' | 'onClick' | 'target'> & { to: string };

/**
 * A link to an absolute path of a page that renders quickly. If its code is loaded, the page appears in the next frame; as a
 * transition, the default for links, React would render it in slices between other work. A list has one in each row, and
 * react-router's own link follows every change of the address to resolve its path again.
 */
export function DirectLink({ to, ...props }: Props) {
  const router = useContext(RouterContext);
  if (!router) return <Link to={to} {...props} />;
  const go = (event: MouseEvent) => {
    const { button, metaKey, altKey, ctrlKey, shiftKey } = event;
    // Other clicks are the browser's: a new tab, a new window, a download.
    if (button !== 0 || metaKey || altKey || ctrlKey || shiftKey) return;
    event.preventDefault();
    void router.navigate(to, { flushSync: isLoaded(to) });
  };
  return <a href={to} onClick={go} {...props} />;
}
