import CheckRounded from '@mui/icons-material/CheckRounded';
import ContentCopyRounded from '@mui/icons-material/ContentCopyRounded';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useNotify, useTranslate } from 'ra-core';
import { useRef } from 'react';
import { useCopy } from '../layout/useCopy.ts';
import './crud.css';

/** Text to copy: a secret or a command. If the browser refuses to copy, the text is selected. */
export function CopyText({ label, text }: { label: string; text: string }) {
  const translate = useTranslate();
  const notify = useNotify();
  const shown = useRef<HTMLPreElement>(null);
  const { isCopied, copy } = useCopy(text, () => shown.current);
  const press = async () => {
    if (await copy()) notify('crud.copy.done', { type: 'success' });
    else notify('crud.copy.failed', { type: 'info' });
  };
  return (
    <div className="crud-copy">
      <div className="crud-copy-head">
        <span>{label}</span>
        <Button
          size="small"
          startIcon={isCopied ? <CheckRounded /> : <ContentCopyRounded />}
          aria-label={`${translate('crud.copy.copy')}: ${label}`}
          onClick={() => void press()}
        >
          {translate(isCopied ? 'crud.copy.copied' : 'crud.copy.copy')}
        </Button>
      </div>
      <pre ref={shown}>{text}</pre>
    </div>
  );
}

/** A secret that is shown only once, with a copy button. */
export function Secret({ label, secret }: { label: string; secret: string }) {
  const translate = useTranslate();
  return (
    <>
      <Alert severity="warning" variant="outlined">
        {translate('crud.copy.once')}
      </Alert>
      <CopyText label={label} text={secret} />
    </>
  );
}
