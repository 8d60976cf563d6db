/** What the last stage of a Dockerfile says about the running container, as the `config` of an OCI image. */

/** `["a", "b"]`, or `a b` for a shell. */
const wordsOf = (text) => (text.startsWith('[') ? JSON.parse(text) : ['/bin/sh', '-c', text]);
const SECOND = 1_000_000_000;

/** @param text of the Dockerfile; `variables` replace its build arguments. */
export function configOf(text, variables = {}) {
  const stage = text.slice(text.lastIndexOf('\nFROM ')).replaceAll('\\\n', ' ');
  const filled = (words) => words.replace(/\$\{?(\w+)\}?/g, (_, name) => variables[name] ?? '');
  const config = { Env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'], Labels: {} };
  for (const [, instruction, rest] of stage.matchAll(/^([A-Z]+) (.*)$/gm)) {
    if (instruction === 'ENV') config.Env.push(...filled(rest).split(' '));
    if (instruction === 'WORKDIR') config.WorkingDir = rest;
    if (instruction === 'USER') config.User = rest;
    if (instruction === 'EXPOSE') config.ExposedPorts = { [`${rest}/tcp`]: {} };
    if (instruction === 'VOLUME') config.Volumes = { [rest]: {} };
    if (instruction === 'ENTRYPOINT') config.Entrypoint = wordsOf(rest);
    if (instruction === 'CMD') config.Cmd = wordsOf(rest);
    if (instruction === 'LABEL')
      for (const [, name, value] of filled(rest).matchAll(/(\S+)="([^"]*)"/g)) config.Labels[name] = value;
    const health = instruction === 'HEALTHCHECK' && /^--start-period=(\d+)s CMD (.*)$/.exec(rest);
    if (health)
      config.Healthcheck = { Test: ['CMD', ...wordsOf(health[2])], StartPeriod: health[1] * SECOND };
  }
  return config;
}
