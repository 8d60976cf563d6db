import { useTranslate, ValidationError, type ValidationErrorMessage } from 'ra-core';
import type { ReactNode } from 'react';

interface Props {
  helperText?: ReactNode;
  error?: ValidationErrorMessage;
}

/**
 * What the build puts in the place of react-admin's own (scripts/consoleBuild.ts), which stock inputs show below
 * themselves. That one keeps the line's height by HTML made of a text, which the page's policy forbids (Trusted Types).
 */
export function InputHelperText({ helperText, error }: Props) {
  const translate = useTranslate();
  if (error) return <ValidationError error={error} />;
  if (helperText === false) return null;
  if (typeof helperText === 'string') return translate(helperText, { _: helperText });
  return helperText ?? '\u200b';
}
