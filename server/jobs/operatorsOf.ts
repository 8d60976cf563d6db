import { linkName } from '#schema/operatorLink.ts';
import { type Operator, SIMULATOR } from '../services/sending/linkStates.ts';

/**
 * The links in SMPP_URL: addresses separated by spaces, each named by its `name`, or `user@host:port`.
 * @throws TypeError for a name that no link can have, or that two different addresses have.
 */
export function operatorsOf(addresses: string): Operator[] {
  const urls = new Set(addresses.split(/\s+/).filter(Boolean));
  const operators = [...urls].map((url) => {
    const { username, host, searchParams } = new URL(url);
    const name = searchParams.get('name');
    if (name !== null && (name === SIMULATOR || !linkName.safeParse(name).success))
      throw new TypeError(`SMPP_URL: no operator link can have the name “${name}”`);
    return { name: name ?? `${username}@${host}`, url };
  });
  const names = operators.map(({ name }) => name);
  const again = names.find((name, at) => names.indexOf(name) !== at);
  if (again) throw new TypeError(`SMPP_URL: the operator link ${again} is there twice`);
  return operators;
}
