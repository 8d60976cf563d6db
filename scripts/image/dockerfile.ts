/** What the last stage of a Dockerfile says, for an image that is built without Docker. */

/** The `config` of an OCI image: the running container. */
export interface ImageConfig {
  /** NAME=value */
  Env: string[];
  Labels: Record<string, string>;
  WorkingDir?: string;
  User?: string;
  ExposedPorts?: Record<string, object>;
  Volumes?: Record<string, object>;
  Entrypoint?: string[];
  Cmd?: string[];
  /** StartPeriod in nanoseconds. */
  Healthcheck?: { Test: string[]; StartPeriod: number };
}

/** `["a", "b"]`, or `a b` for a shell. */
const wordsOf = (text: string): string[] =>
  text.startsWith('[') ? JSON.parse(text) : ['/bin/sh', '-c', text];
const SECOND = 1_000_000_000;

/** Instructions of the last stage, each with the rest of its line. */
function lastStage(text: string): [instruction: string, rest: string][] {
  const stage = text.slice(text.lastIndexOf('\nFROM ')).replaceAll('\\\n', ' ');
  return [...stage.matchAll(/^([A-Z]+) (.*)$/gm)].map(([, name = '', rest = '']) => [name, rest]);
}

/** @param text of the Dockerfile; `variables` replace its build arguments. */
export function configOf(text: string, variables: Record<string, string> = {}): ImageConfig {
  const filled = (words: string) =>
    words.replace(/\$\{?(\w+)\}?/g, (_, name: string) => variables[name] ?? '');
  const config: ImageConfig = {
    Env: ['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'],
    Labels: {},
  };
  for (const [instruction, rest] of lastStage(text)) {
    if (instruction === 'ENV') config.Env.push(...filled(rest).split(' '));
    if (instruction === 'WORKDIR') config.WorkingDir = rest;
    if (instruction === 'USER') config.User = rest;
    if (instruction === 'EXPOSE') config.ExposedPorts = { [`${rest}/tcp`]: {} };
    if (instruction === 'VOLUME') config.Volumes = { [rest]: {} };
    if (instruction === 'ENTRYPOINT') config.Entrypoint = wordsOf(rest);
    if (instruction === 'CMD') config.Cmd = wordsOf(rest);
    if (instruction === 'LABEL')
      for (const [, name = '', value = ''] of filled(rest).matchAll(/(\S+)="([^"]*)"/g))
        config.Labels[name] = value;
    const health = instruction === 'HEALTHCHECK' && /^--start-period=(\d+)s CMD (.*)$/.exec(rest);
    if (health)
      config.Healthcheck = {
        Test: ['CMD', ...wordsOf(health[2] ?? '')],
        StartPeriod: Number(health[1]) * SECOND,
      };
  }
  return config;
}

/** The paths of the repository that the image has in its folder, without the installed packages. */
export const copiedBy = (text: string): string[] =>
  lastStage(text).flatMap(([instruction, rest]) => {
    if (instruction !== 'COPY') return [];
    const path = (rest.split(' ').at(-2) ?? '').replace(/^\/app\//, '');
    return path === 'node_modules' ? [] : [path];
  });
