import { setTimeout } from 'node:timers/promises';
import { ADMIN, PASSWORD, url } from './demo.mjs';

/** Browsers know passkeys on localhost, and not at an address in numbers. */
export const site = url.replace('127.0.0.1', 'localhost');

/** Calls the API. Returns the answer's JSON; throws for an answer that is an error. */
export async function ask(path, { token, body, method = body ? 'POST' : 'GET' } = {}) {
  const answer = await fetch(url + path, {
    method,
    headers: {
      accept: 'application/json',
      ...(token && { authorization: `Token ${token}` }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body && JSON.stringify(body),
  });
  const json = await answer.json();
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${JSON.stringify(json)}`);
  return json;
}

/** A token of a new session. */
export const login = async (email, password = PASSWORD) =>
  (await ask(`/v1/login/${email === ADMIN ? 'admin/' : ''}`, { body: { email, password } })).data.token;

/** Opens an address as a user with a session of their own. */
export async function openAs(page, email, path) {
  const token = await login(email);
  await page.context().addCookies([{ name: 'token', value: token, url: site }]);
  await page.goto(site + path);
  await page.getByRole('heading', { level: 1 }).waitFor();
  return token;
}

/** The last part of the newest mailed link of this kind, once there is one that is not the former. */
export async function mailedLink(email, kind, former) {
  for (let tries = 0; tries < 100; tries++) {
    const { results } = await ask(`/dev/outbox?to=${encodeURIComponent(email)}`);
    const found = results
      .map(({ text }) => new RegExp(`/${kind}/([\\w-]+)`).exec(text)?.[1])
      .find((one) => one && one !== former);
    if (found) return found;
    await setTimeout(200);
  }
  throw new Error(`no ${kind} to ${email}`);
}

/** A device that checks its user. Returns what takes the user's finger away, or puts it back. */
export async function plugIn(page) {
  const browser = await page.context().newCDPSession(page);
  await browser.send('WebAuthn.enable');
  const { authenticatorId } = await browser.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      ...{ protocol: 'ctap2', transport: 'internal', hasResidentKey: true },
      ...{ hasUserVerification: true, isUserVerified: true, automaticPresenceSimulation: true },
    },
  });
  return (isUserVerified) => browser.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
}
