/** Days for which an export's file is kept. A module of its own, because the console needs it without the schema. */
export const EXPORT_DAYS = 7;
