/** The loaded modules of schema/ by the name of their entity, which generated forms read. */
export const schemas = new Map<string, object>();
