import { useTranslate } from 'ra-core';
import { apiUrl } from '../../core/config.ts';
import './developers.css';

/** Pages of the API's own reference: what is linked, and its address below /docs/. */
const pages = [
  ['plan', '#/sms/post_v1_sms_compose_plan_'],
  ['send', '#/sms/post_v1_sms_compose_'],
  ['all', ''],
] as const;

/** Links to the reference of the API, which the server has at /docs. They open beside the page, which shows a secret once. */
export function DocsLinks() {
  const translate = useTranslate();
  return (
    <nav className="developers-links" aria-labelledby="developers-links">
      <span id="developers-links">{translate('developers.reference')}</span>
      <ul>
        {pages.map(([name, address]) => (
          <li key={name}>
            <a href={`${apiUrl()}/docs/${address}`} target="_blank" rel="noreferrer">
              {translate(`developers.docs.${name}`)}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
