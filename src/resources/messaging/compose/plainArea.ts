import { TypedArea } from './TypedArea.tsx';

/**
 * MUI's multiline field measures a hidden copy of its text after each key, which costs two layouts of the page. A plain
 * textarea needs none: one of fixed height always, one that grows with its text where the browser does that itself
 * (`field-sizing: content`; sms.css). Elsewhere MUI's stays.
 */
const canGrow = globalThis.CSS?.supports?.('field-sizing', 'content') ?? false;

/** The `input` slot's props of a multiline TextField of fixed height. */
export const fixedArea = { inputComponent: 'textarea' } as const;

/** The same of one that grows with its text, between the heights in sms.css; empty where the browser cannot. */
export const growingArea = canGrow ? { inputComponent: TypedArea } : {};
