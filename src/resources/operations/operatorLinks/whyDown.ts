import { linkFaultOf } from '#schema/linkFault.ts';

/** A sentence of `name` with why a link is down: in words if they are known, and always as the server says it. */
export function whyDown(
  translate: (key: string, options?: object) => string,
  name: 'links.down_note' | 'routing.route.down',
  reason: string,
): string {
  const fault = linkFaultOf(reason);
  // How long a link waits is not how long a test does.
  if (!fault || fault === 'timeout') return translate(name, { reason });
  return translate(`${name}_known`, { reason, words: translate(`linkForms.tested.${fault}`) });
}
