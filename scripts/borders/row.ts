export interface Row {
  /** Names of other rows. A row may always import itself. */
  imports: readonly string[];
  /** Names of npm packages, or `any`. */
  packages: readonly string[] | 'any';
  /** Its files must not import each other. */
  alone?: true;
}

/** What console and server share. */
export const contract = ['schema', 'schema/index.ts', 'schema/sheets'];
