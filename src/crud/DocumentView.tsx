import CloseRounded from '@mui/icons-material/CloseRounded';
import PictureAsPdfOutlined from '@mui/icons-material/PictureAsPdfOutlined';
import ZoomInRounded from '@mui/icons-material/ZoomInRounded';
import IconButton from '@mui/material/IconButton';
import { useTranslate } from 'ra-core';
import { useEffect, useId, useRef, useState } from 'react';
import { fileSize } from '../core/format.ts';
import { offers } from '../core/offers.ts';
import { Dialog } from '../layout/Dialog.tsx';
import { Skeleton } from '../layout/Skeleton.tsx';
import { SkeletonWords } from '../layout/SkeletonWords.tsx';
import { LoadFailure } from './LoadFailure.tsx';
import { useFrameFocus } from './useFrameFocus.ts';
import { type StoredDocument, useStoredDocument } from './useStoredDocument.ts';
import './documentView.css';

interface ViewProps {
  uuid: string;
  title: string;
  /** Whether the pages of a PDF are shown elsewhere (`DocumentPages`), and only its name here. */
  isBrief?: boolean;
}

/** A stored document inline: a picture that can be enlarged, or the pages of a PDF. */
export function DocumentView({ uuid, title, isBrief = false }: ViewProps) {
  const translate = useTranslate();
  const { shown, error, retry } = useStoredDocument(uuid);
  // If documents cannot be loaded again, their reference can still be compared.
  if (!offers('files'))
    return (
      <figure className="document-view">
        <figcaption>
          <span>{title}</span>
        </figcaption>
        <p className="document-help">{uuid}</p>
      </figure>
    );
  return (
    <figure className="document-view">
      <figcaption>
        <span>{title}</span>
        {shown ? (
          <a href={shown.url} download={shown.name} aria-label={`${translate('document.save')}: ${title}`}>
            {translate('document.save')} ({fileSize(shown.size)})
          </a>
        ) : (
          !error && <SkeletonWords>{`${translate('document.save')} (${fileSize(2_500_000)})`}</SkeletonWords>
        )}
      </figcaption>
      {error ? (
        <LoadFailure what={title} error={error} onRetry={retry} />
      ) : !shown ? (
        <Skeleton variant="rounded" className="document-view-frame" />
      ) : shown.isPdf ? (
        <Pages document={shown} title={title} isBrief={isBrief} />
      ) : (
        <Picture document={shown} title={title} />
      )}
    </figure>
  );
}

interface Props {
  document: StoredDocument;
  title: string;
}

/**
 * Uses the browser's PDF viewer if there is one; phones have none and save the file. The page fills the frame: without the
 * viewer's toolbar, and as wide as the frame. The frame has no `sandbox`, because browsers show no PDF in one; documents
 * of other types get no frame (useStoredDocument.ts).
 */
function Pages({ document: { url, name }, title, isBrief }: Props & { isBrief?: boolean }) {
  if (navigator.pdfViewerEnabled && !isBrief) return <PdfFrame url={url} title={title} />;
  return (
    <div className="document-view-frame document-view-pdf">
      <PictureAsPdfOutlined aria-hidden="true" style={{ fontSize: 40 }} />
      <span>{name}</span>
    </div>
  );
}

/** Of the frame's ring and the space around it. */
const RING = 6;

/** Scrolls a frame out from under the bars at the window's edges: browsers leave it there if a part is in sight. */
function moveBetweenBars(frame: Element): void {
  const edge = (of: string) => document.querySelector(of)?.getBoundingClientRect();
  const { top, bottom } = frame.getBoundingClientRect();
  const above = top - RING - (edge('.top-bar')?.bottom ?? 0);
  const below = bottom + RING - (edge('.review-bar')?.top ?? innerHeight);
  if (below > 0 || above < 0) scrollBy({ top: below > 0 ? Math.min(above, below) : above });
}

function PdfFrame({ url, title }: { url: string; title: string }) {
  const frame = useRef<HTMLIFrameElement>(null);
  const hasFocus = useFrameFocus(frame);
  useEffect(() => {
    if (hasFocus && frame.current) moveBetweenBars(frame.current);
  }, [hasFocus]);
  return (
    <iframe
      ref={frame}
      src={`${url}#toolbar=0&view=FitH`}
      title={title}
      className="document-view-frame"
      data-focused={hasFocus || undefined}
    />
  );
}

/** The pages of a stored PDF, where its browser can show them; nothing for other documents. */
export function DocumentPages({ uuid, title }: Omit<ViewProps, 'isBrief'>) {
  const { shown } = useStoredDocument(uuid);
  return shown?.isPdf && navigator.pdfViewerEnabled ? <Pages document={shown} title={title} /> : null;
}

function Picture({ document: { url, name }, title }: Props) {
  const translate = useTranslate();
  const id = useId();
  const [isLarge, setLarge] = useState(false);
  return (
    <>
      <button type="button" className="document-view-frame" onClick={() => setLarge(true)}>
        <img src={url} alt={title} />
        <span className="document-view-zoom">
          <ZoomInRounded aria-hidden="true" fontSize="small" />
          {translate('document.enlarge')}
        </span>
      </button>
      <Dialog
        open={isLarge}
        onClose={() => setLarge(false)}
        maxWidth="xl"
        aria-labelledby={id}
        slotProps={{ paper: { className: 'document-view-large' } }}
      >
        <header>
          <h2 id={id}>{title}</h2>
          <IconButton autoFocus aria-label={translate('document.close')} onClick={() => setLarge(false)}>
            <CloseRounded />
          </IconButton>
        </header>
        <img src={url} alt={name || title} />
      </Dialog>
    </>
  );
}
