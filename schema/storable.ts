/** Whether PostgreSQL can store a text: no NUL and no half of a surrogate pair, which JSON can contain. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();
