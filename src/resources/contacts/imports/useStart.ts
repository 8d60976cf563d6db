import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import type { Outline } from '#schema/outline.ts';
import { asFailure, type HttpError, http } from '../../../core/http.ts';
import { idOf } from '../../../core/records.ts';
import { uploadFile } from '../../../core/upload.ts';
import { withKey } from '../../../core/withKey.ts';
import { useIsGone } from '../../../crud/useIsGone.ts';
import type { SheetSummary } from '../sheets/types.ts';

interface StartFailure {
  error: HttpError;
  /** Whether this or an earlier unanswered attempt may have started the import. */
  isUncertain: boolean;
}

/**
 * Uploads the file and starts its import, once however often the button is clicked; a retry neither uploads nor imports
 * twice. `body` are the request fields besides the file. `fraction` of the file is sent; undefined: nothing is being sent.
 * Only the upload can be stopped: an import that is being started (`isStarting`) runs on. `isOver` is set when it has started.
 */
export function useStart(entity: Outline, summary: SheetSummary, body: Readonly<Record<string, unknown>>) {
  const navigate = useNavigate();
  const isGone = useIsGone();
  const [fraction, setFraction] = useState<number>();
  const [isStarting, setStarting] = useState(false);
  const [failure, setFailure] = useState<StartFailure>();
  const running = useRef<AbortController>(undefined);
  const uploaded = useRef<string>(undefined);
  /** The keys of attempts that may have started an import. */
  const unanswered = useRef(new Map<string, string>());
  const isOver = useRef(false);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    if (running.current) return;
    const controller = new AbortController();
    const { signal } = controller;
    running.current = controller;
    setFailure(undefined);
    setFraction(0);
    try {
      uploaded.current ??= (await uploadFile(summary.upload, { onProgress: setFraction, signal })).uuid;
      signal.throwIfAborted();
      setStarting(true);
      const order = { file: uploaded.current, ...body };
      const answer = await withKey(unanswered.current, JSON.stringify(order), (idempotencyKey) =>
        http.json(entity.path, { method: 'POST', body: order, idempotencyKey }),
      );
      isOver.current = true;
      if (!isGone.current) navigate(`/${entity.name}/${idOf(answer) ?? ''}/show`);
    } catch (error) {
      if (!signal.aborted) setFailure({ error: asFailure(error), isUncertain: unanswered.current.size > 0 });
      setFraction(undefined);
      setStarting(false);
    } finally {
      running.current = undefined;
    }
  };
  return {
    start: () => void start(),
    stop: () => running.current?.abort(),
    fraction,
    isStarting,
    failure,
    isOver,
  };
}
