import { useEffect, useRef, useState } from 'react';
import { DOCUMENT_MAX, isDocument } from '#schema/file.ts';
import { HttpError } from '../core/http.ts';
import { uploadFile } from '../core/upload.ts';

interface Chosen {
  name: string;
  size: number;
  content: File;
  /** Object URL of a picture; undefined for other files. */
  picture?: string | undefined;
}

/** Why a file cannot be used, as a translation key with values. */
interface Refusal {
  key: string;
  values?: Record<string, unknown>;
}

export interface DocumentUpload {
  chosen: Chosen | undefined;
  /** Fraction uploaded; undefined when no upload is running. */
  fraction: number | undefined;
  failure: Refusal | undefined;
  choose(file: File): void;
  /** Cancels the upload, or removes the document. */
  remove(): void;
}

interface Settings {
  value: string | null;
  onChange(uuid: string | null): void;
  /** An input's `accept`: MIME types and extensions. */
  accept: string;
}

/** Whether a file chooser with this `accept` would offer the file. */
function isAccepted({ name, type }: { name: string; type: string }, accept: string): boolean {
  return accept
    .split(',')
    .map((entry) => entry.trim().toLowerCase())
    .some((entry) =>
      entry.startsWith('.')
        ? name.toLowerCase().endsWith(entry)
        : entry.endsWith('/*')
          ? type.startsWith(entry.slice(0, -1))
          : type === entry,
    );
}

/**
 * Whether a file's first bytes are those of a document, whatever its name: JPEG, PNG, PDF, or the format of newer phones,
 * for which the server has a better message.
 */
async function looksLikeDocument(file: File): Promise<boolean> {
  const start = [...new Uint8Array(await file.slice(0, 12).arrayBuffer())];
  const text = String.fromCharCode(...start);
  return /^(\xff\xd8\xff|\x89PNG|%PDF-|.{4}ftyp)/s.test(text);
}

/** Uploads a document as soon as it is chosen, and passes on the server's reference. */
export function useDocumentUpload({ value, onChange, accept }: Settings): DocumentUpload {
  const [chosen, setChosen] = useState<Chosen>();
  const [fraction, setFraction] = useState<number>();
  const [failure, setFailure] = useState<Refusal>();
  const running = useRef<AbortController>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;

  useEffect(() => () => running.current?.abort(), []);
  useEffect(() => {
    const picture = chosen?.picture;
    return picture ? () => URL.revokeObjectURL(picture) : undefined;
  }, [chosen]);
  // Resetting the form also removes the document.
  useEffect(() => {
    if (value === null && !running.current) setChosen(undefined);
  }, [value]);

  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setFraction(undefined);
  };

  const upload = async (file: File) => {
    const controller = new AbortController();
    running.current = controller;
    setFraction(0);
    try {
      const data = await uploadFile(file, { onProgress: setFraction, signal: controller.signal });
      if (running.current !== controller) return;
      running.current = undefined;
      // The server also accepts sheets, and any text file counts as one.
      if (data.kind && !isDocument(data.kind)) {
        setChosen(undefined);
        setFailure({ key: 'document.notDocument', values: { name: file.name } });
      } else if (data.kind === 'pdf' && !accept.includes('pdf')) {
        setChosen(undefined);
        setFailure({ key: 'document.notPicture', values: { name: file.name } });
      } else latest.current(data.uuid);
    } catch (error) {
      const isNone = error instanceof HttpError && error.status === 400 && !(await looksLikeDocument(file));
      if (running.current !== controller) return;
      running.current = undefined;
      setChosen(undefined);
      if (isNone) setFailure({ key: 'document.notDocument', values: { name: file.name } });
      else setFailure({ key: error instanceof HttpError ? error.message : 'document.failed' });
    }
    setFraction(undefined);
  };

  return {
    chosen,
    fraction,
    failure,
    choose(file) {
      stop();
      if (value !== null) latest.current(null);
      setChosen(undefined);
      const { name, size, type } = file;
      if (!isAccepted(file, accept)) {
        const key = accept.includes('pdf') ? 'document.wrongKind' : 'document.notPicture';
        return setFailure({ key, values: { name } });
      }
      if (size === 0) return setFailure({ key: 'document.isEmpty', values: { name } });
      if (size > DOCUMENT_MAX) return setFailure({ key: 'document.tooLarge', values: { name } });
      setFailure(undefined);
      const isPicture = /^image\/(jpeg|png|webp)$/.test(type);
      setChosen({ name, size, content: file, picture: isPicture ? URL.createObjectURL(file) : undefined });
      void upload(file);
    },
    remove() {
      stop();
      setChosen(undefined);
      setFailure(undefined);
      if (value !== null) latest.current(null);
    },
  };
}
