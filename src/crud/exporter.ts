import type { Exporter } from 'ra-core';

/**
 * Replaces react-admin's `defaultExporter` in the build (scripts/consoleBuild.ts). The Export button of a stock `<List>`
 * saves the loaded records, guarded against formulas. Lists of `src/crud/` are exported in full by the server instead, so
 * the code that writes the file is loaded when it is needed.
 */
export const defaultExporter: Exporter = async (records, _related, _dataProvider, resource = 'export') => {
  const { saveCsv } = await import('./exportCsv.ts');
  saveCsv(records, resource.replaceAll('/', '-'));
};
