import { parseArgs } from 'node:util';

/** Node's parseArgs for a command: options that it does not have end it with one line that names them, and exit code 2. */
export function readOptions(config) {
  try {
    return parseArgs(config);
  } catch (error) {
    if (!error.code?.startsWith('ERR_PARSE_ARGS')) throw error;
    const options = Object.entries(config.options).map(
      ([name, { type }]) => `--${name}${type === 'string' ? ' VALUE' : ''}`,
    );
    // What Node says after its first sentence is about arguments that are none of these.
    console.error(`${error.message.split(/\. |\n/)[0]}. Options: ${options.join(', ')}`);
    process.exit(2);
  }
}

/** The names in the value of `--only`, between commas; one that is none of the command's `parts` ends it like a wrong option. */
export function readOnly(value, parts) {
  const names = value.split(',');
  const wrong = names.find((name) => !Object.hasOwn(parts, name));
  if (wrong === undefined) return names;
  console.error(`There is no ${wrong}. --only: ${Object.keys(parts).join(', ')}`);
  process.exit(2);
}
