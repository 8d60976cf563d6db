import { footer } from '../public/text.ts';
import './contacts.css';

/** How to reach the provider, and their terms, as lines. */
export const Contacts = () => (
  <ul className="contacts">
    {footer().map(({ text, href }) => (
      <li key={text}>{href ? <a href={href}>{text}</a> : text}</li>
    ))}
  </ul>
);
