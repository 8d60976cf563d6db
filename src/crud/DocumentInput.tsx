import CloseRounded from '@mui/icons-material/CloseRounded';
import DescriptionOutlined from '@mui/icons-material/DescriptionOutlined';
import PhotoCameraOutlined from '@mui/icons-material/PhotoCameraOutlined';
import UploadFileOutlined from '@mui/icons-material/UploadFileOutlined';
import IconButton from '@mui/material/IconButton';
import { useForkRef } from '@mui/material/utils';
import { useTranslate } from 'ra-core';
import { type DragEvent, type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react';
import { DOCUMENT_MAX } from '#schema/file.ts';
import { fileSize, percent } from '../core/format.ts';
import { ProgressBar } from '../layout/ProgressBar.tsx';
import { Reference } from '../layout/Reference.tsx';
import { type DocumentUpload, useDocumentUpload } from './useDocumentUpload.ts';
import { useStoredDocument } from './useStoredDocument.ts';
import './documentInput.css';

/** Pictures and PDF, which the server accepts as documents. */
const DOCUMENTS = 'image/jpeg,image/png,application/pdf,.jpg,.jpeg,.png,.pdf';

export interface DocumentInputProps {
  /** Reference of the uploaded file; null for none. */
  value: string | null;
  /** Called with the reference after an upload, and with null when the document is removed. */
  onChange(uuid: string | null): void;
  label: string;
  /** The form's own error, translated. */
  error?: ReactNode;
  /** What the document should contain. */
  help?: ReactNode;
  /** An input's `accept`; defaults to pictures and PDF. */
  accept?: string;
  /** Shows an earlier upload by its name and picture. */
  showStored?: boolean;
  /** Also offers a phone's camera: the front or the back one. */
  camera?: 'user' | 'environment';
  disabled?: boolean;
  /** Called when an upload starts and ends, so that a form is not sent without it. */
  onBusy?(isBusy: boolean): void;
  /** Called with the document itself, as soon as it is chosen or fetched, and with null when there is none. */
  onContent?(content: File | null): void;
  inputRef?: Ref<HTMLInputElement>;
}

/**
 * A document that is uploaded as soon as it is chosen or dropped. The file input is the browser's own, so it works with
 * keyboards and screen readers.
 */
export function DocumentInput(props: DocumentInputProps) {
  const {
    value,
    label,
    error,
    help,
    accept = DOCUMENTS,
    camera,
    disabled = false,
    onBusy,
    onContent,
  } = props;
  const translate = useTranslate();
  const upload = useDocumentUpload({ value, onChange: props.onChange, accept });
  const { fraction, failure } = upload;
  const stored = useStoredDocument(props.showStored && !upload.chosen ? value : null).shown;
  const chosen = upload.chosen ?? (stored && { ...stored, picture: stored.isPdf ? undefined : stored.url });
  const content = chosen?.content ?? null;
  const [isOver, setOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const setInput = useForkRef(input, props.inputRef);
  const id = useId();
  const isBusy = fraction !== undefined;
  const isPicture = !accept.includes('pdf');
  const hasFile = chosen !== undefined || value !== null;
  const problem = failure
    ? translate(failure.key, { _: failure.key, ...failure.values, most: fileSize(DOCUMENT_MAX) })
    : error;

  useEffect(() => onBusy?.(isBusy), [isBusy, onBusy]);
  useEffect(() => onContent?.(content), [content, onContent]);

  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    const file = event.dataTransfer.files[0];
    if (file && !disabled) upload.choose(file);
  };

  return (
    <div className="document">
      <span className="document-label" id={`${id}-label`}>
        {label}
      </span>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the input is the first */}
      <div
        className="document-area"
        data-over={isOver || undefined}
        data-invalid={problem ? true : undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(!disabled);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={onDrop}
      >
        {hasFile ? (
          <ChosenFile chosen={chosen} fraction={fraction} />
        ) : (
          <UploadFileOutlined aria-hidden="true" className="document-icon" />
        )}
        {!hasFile && (
          <p className="document-text" id={`${id}-hint`}>
            {translate(isOver ? 'document.dropNow' : isPicture ? 'document.dropPicture' : 'document.drop', {
              most: fileSize(DOCUMENT_MAX),
            })}
          </p>
        )}
        <div className="document-buttons">
          <label className="document-choose" data-disabled={disabled || undefined}>
            <span id={`${id}-choose`}>{translate(hasFile ? 'document.replace' : 'document.choose')}</span>
            <input
              ref={setInput}
              type="file"
              className="crud-hidden"
              accept={accept}
              disabled={disabled}
              aria-labelledby={`${id}-label ${id}-choose`}
              aria-describedby={`${id}-hint ${id}-help`}
              aria-invalid={problem ? true : undefined}
              onChange={({ target }) => {
                const file = target.files?.[0];
                target.value = '';
                if (file) upload.choose(file);
              }}
            />
          </label>
          {camera && (
            <label className="document-choose document-camera" data-disabled={disabled || undefined}>
              <PhotoCameraOutlined aria-hidden="true" fontSize="small" />
              <span id={`${id}-camera`}>{translate('document.camera')}</span>
              <input
                type="file"
                className="crud-hidden"
                accept="image/jpeg,image/png"
                capture={camera}
                disabled={disabled}
                aria-labelledby={`${id}-label ${id}-camera`}
                onChange={({ target }) => {
                  const file = target.files?.[0];
                  target.value = '';
                  if (file) upload.choose(file);
                }}
              />
            </label>
          )}
          {hasFile && !disabled && (
            <IconButton
              size="small"
              aria-label={`${translate(isBusy ? 'document.stop' : 'document.remove')}: ${label}`}
              onClick={() => {
                upload.remove();
                input.current?.focus();
              }}
            >
              <CloseRounded fontSize="small" />
            </IconButton>
          )}
        </div>
      </div>
      <p className="document-help" id={`${id}-help`} data-invalid={problem ? true : undefined}>
        <span role="alert">
          {problem}
          <Reference id={failure?.request} />
        </span>
        {!problem && help && <span>{help}</span>}
      </p>
    </div>
  );
}

/** The uploaded or uploading document: picture or icon, name, size, progress. */
function ChosenFile({ chosen, fraction }: Pick<DocumentUpload, 'chosen' | 'fraction'>) {
  const translate = useTranslate();
  const isBusy = fraction !== undefined;
  return (
    <div className="document-file">
      {chosen?.picture ? (
        <img src={chosen.picture} alt="" className="document-picture" />
      ) : (
        <DescriptionOutlined aria-hidden="true" className="document-icon" />
      )}
      <div className="document-about">
        <strong>{chosen?.name ?? translate('document.kept')}</strong>
        <span role="status">
          {isBusy
            ? translate('document.uploading', { percent: percent(fraction) })
            : chosen && translate('document.uploaded', { size: fileSize(chosen.size) })}
        </span>
        {isBusy && <ProgressBar value={fraction} aria-label={chosen?.name ?? ''} />}
      </div>
    </div>
  );
}
