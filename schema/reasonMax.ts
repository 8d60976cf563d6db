/** Characters of the reason for a decision. Without imports: dialogs need nothing else of the schemas. */
export const REASON_MAX = 500;
