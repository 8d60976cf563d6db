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
