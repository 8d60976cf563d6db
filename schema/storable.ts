/** Whether PostgreSQL can hold a text: it has no NUL, and no half of a surrogate pair, which JSON can carry alone. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
