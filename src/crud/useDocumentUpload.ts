import { useEffect, useMemo, useRef, useState } from 'react';
import { DOCUMENT_MAX, isDocument } from '#schema/file.ts';
import { HttpError, requestIdOf } from '../core/http.ts';
import { uploadFile } from '../core/upload.ts';

interface Chosen {
  name: string;
  size: number;
  content: File;
  /** What the server calls it; undefined while it is uploaded. */
  uuid?: string;
}

/** Why a file cannot be used, as a translation key with values. */
interface Refusal {
  key: string;
  values?: Record<string, unknown>;
  /** Its request, if the server failed at it. */
  request?: string | undefined;
}

export interface DocumentUpload {
  /** `picture`: an object URL; undefined for other files. */
  chosen: (Chosen & { picture: string | undefined }) | undefined;
  /** Fraction uploaded; undefined when no upload is running. */
  fraction: number | undefined;
  failure: Refusal | undefined;
  choose(file: File): void;
  /** Cancels the upload, with which the former document stays, or removes the document. */
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
  const [uploaded, setUploaded] = useState<Chosen>();
  const [next, setNext] = useState<Chosen>();
  const [fraction, setFraction] = useState<number>();
  const [failure, setFailure] = useState<Refusal>();
  const running = useRef<AbortController>(undefined);
  const latest = useRef(onChange);
  latest.current = onChange;

  useEffect(() => () => running.current?.abort(), []);
  // A form that was reset has another document, or none.
  const shown = next ?? (uploaded?.uuid === value ? uploaded : undefined);
  const content = shown?.content;
  const picture = useMemo(
    () =>
      content && /^image\/(jpeg|png|webp)$/.test(content.type) ? URL.createObjectURL(content) : undefined,
    [content],
  );
  useEffect(() => (picture ? () => URL.revokeObjectURL(picture) : undefined), [picture]);

  const stop = () => {
    running.current?.abort();
    running.current = undefined;
    setFraction(undefined);
    setNext(undefined);
  };

  const upload = async (file: File) => {
    const about = { name: file.name, size: file.size, content: file };
    setNext(about);
    const controller = new AbortController();
    running.current = controller;
    setFraction(0);
    try {
      const data = await uploadFile(file, { onProgress: setFraction, signal: controller.signal });
      if (running.current !== controller) return;
      running.current = undefined;
      // The server also accepts sheets, and any text file counts as one.
      if (data.kind && !isDocument(data.kind)) {
        setFailure({ key: 'document.notDocument', values: { name: file.name } });
      } else if (data.kind === 'pdf' && !accept.includes('pdf')) {
        setFailure({ key: 'document.notPicture', values: { name: file.name } });
      } else {
        setUploaded({ ...about, uuid: data.uuid });
        latest.current(data.uuid);
      }
    } catch (error) {
      const isNone = error instanceof HttpError && error.status === 400 && !(await looksLikeDocument(file));
      if (running.current !== controller) return;
      running.current = undefined;
      if (isNone) setFailure({ key: 'document.notDocument', values: { name: file.name } });
      else
        setFailure({
          key: error instanceof HttpError ? error.message : 'document.failed',
          request: requestIdOf(error),
        });
    }
    setFraction(undefined);
    setNext(undefined);
  };

  return {
    chosen: shown && { ...shown, picture },
    fraction,
    failure,
    choose(file) {
      stop();
      const { name, size } = file;
      if (!isAccepted(file, accept)) {
        const key = accept.includes('pdf') ? 'document.wrongKind' : 'document.notPicture';
        return setFailure({ key, values: { name } });
      }
      if (size === 0) return setFailure({ key: 'document.isEmpty', values: { name } });
      if (size > DOCUMENT_MAX) return setFailure({ key: 'document.tooLarge', values: { name } });
      setFailure(undefined);
      void upload(file);
    },
    remove() {
      setFailure(undefined);
      if (running.current) stop();
      else latest.current(null);
    },
  };
}
