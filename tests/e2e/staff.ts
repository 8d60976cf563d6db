import { ADMIN, PASSWORD } from './steps.ts';
import type { World } from './world.ts';

/** What an administrator does over HTTP while a customer's page is open. Throws unless the answer is 2xx. */
export async function asStaff<T>(
  { server }: Pick<World, 'server'>,
  method: string,
  path: string,
  body?: object,
): Promise<T> {
  const call = async (url: string, init: RequestInit) => {
    const answer = await fetch(server.url + url, init);
    if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
    return answer.json();
  };
  const json = { 'content-type': 'application/json' };
  const { data } = (await call('/v1/login/admin/', {
    method: 'POST',
    headers: json,
    body: JSON.stringify({ email: ADMIN, password: PASSWORD }),
  })) as { data: { token: string } };
  return (await call(path, {
    method,
    headers: { ...json, authorization: `Token ${data.token}` },
    body: body && JSON.stringify(body),
  })) as T;
}
