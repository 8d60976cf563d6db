import { useTranslate, ValidationError, type ValidationErrorMessage } from 'ra-core';
import type { ReactNode } from 'react';

interface Props {
  helperText?: ReactNode;
  error?: ValidationErrorMessage;
}

/**
 * Replaces react-admin's component in the build (scripts/consoleBuild.ts). Stock inputs show it below themselves. The
 * original keeps the line's height with HTML from a string, which the page's Trusted Types policy forbids.
 */
export function InputHelperText({ helperText, error }: Props) {
  const translate = useTranslate();
  if (error) return <ValidationError error={error} />;
  if (helperText === false) return null;
  if (typeof helperText === 'string') return translate(helperText, { _: helperText });
  return helperText ?? '\u200b';
}
