import { useTranslate } from 'ra-core';
import { useRef } from 'react';
import { Button } from './Button.tsx';
import { useCopy } from './useCopy.ts';

/** The id of a failed request, which support can find in the server's log, with a copy button. */
export function Reference({ id }: { id: string | undefined }) {
  const translate = useTranslate();
  const text = useRef<HTMLSpanElement>(null);
  const { isCopied, copy } = useCopy(id ?? '', () => text.current);
  if (!id) return null;
  return (
    <small className="reference">
      <span ref={text}>{translate('errors.reference', { id })}</span>
      <Button size="small" color="inherit" className="flush-start" onClick={() => void copy()}>
        {translate(isCopied ? 'errors.copied' : 'errors.copy_reference')}
      </Button>
    </small>
  );
}
