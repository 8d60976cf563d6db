import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { uuidv7 } from 'uuidv7';
import type { Outline } from '#schema/outline.ts';
import type { SheetSummary } from '../sheets/types.ts';
import { startImport } from './startImport.ts';

/**
 * Sends the file once, however often the button is clicked; a retry neither uploads nor imports twice. `isOver` is set when
 * the import has started.
 */
export function useStart(entity: Outline, summary: SheetSummary, body: Readonly<Record<string, unknown>>) {
  const navigate = useNavigate();
  const [fraction, setFraction] = useState<number>();
  const [failure, setFailure] = useState<string>();
  const running = useRef<AbortController>(undefined);
  const uploaded = useRef<string>(undefined);
  const attempt = useRef({ order: '', key: '' });
  const isOver = useRef(false);
  useEffect(() => () => running.current?.abort(), []);

  const start = async () => {
    if (running.current) return;
    const controller = new AbortController();
    running.current = controller;
    const order = JSON.stringify(body);
    if (attempt.current.order !== order) attempt.current = { order, key: uuidv7() };
    setFailure(undefined);
    setFraction(0);
    try {
      const record = await startImport(
        { entity, summary, body, idempotencyKey: attempt.current.key, uploaded: uploaded.current },
        {
          onProgress: setFraction,
          onUploaded: (reference) => {
            uploaded.current = reference;
          },
          signal: controller.signal,
        },
      );
      isOver.current = true;
      navigate(`/${entity.name}/${record.uuid}/show`);
    } catch (error) {
      if (!controller.signal.aborted) setFailure(error instanceof Error ? error.message : '');
      setFraction(undefined);
    } finally {
      running.current = undefined;
    }
  };
  return { start: () => void start(), stop: () => running.current?.abort(), fraction, failure, isOver };
}
