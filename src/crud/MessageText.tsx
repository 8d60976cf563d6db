import VisibilityOffRounded from '@mui/icons-material/VisibilityOffRounded';
import { useNotify, useTranslate } from 'ra-core';
import { useEffect, useRef, useState } from 'react';
import { isStaff } from '#schema/isStaff.ts';
import { hiddenLength, MESSAGE_TEXT } from '#schema/messageTexts.ts';
import type { Outline } from '#schema/outline.ts';
import { hasPermission } from '../core/access.ts';
import { number } from '../core/format.ts';
import { http } from '../core/http.ts';
import { offersAction } from '../core/offersAction.ts';
import { Button } from '../layout/Button.tsx';
import { useUser } from '../layout/useUser.ts';

/** Length of a text that the server hides from this user; undefined if the text is readable. */
export function useHiddenLength(text: unknown): number | undefined {
  const user = useUser();
  // A customer's own text may look like the placeholder of a hidden text.
  return user && (isStaff(user.role) || user.acting) ? hiddenLength(text) : undefined;
}

/** The placeholder of a hidden text, with its length. */
export function HiddenText({ length }: { length: number }) {
  const translate = useTranslate();
  return (
    <span className="crud-hidden-text">
      <VisibilityOffRounded fontSize="inherit" aria-hidden="true" />
      {translate('crud.hiddenText.length', { smart_count: length, count: number(length) })}
    </span>
  );
}

interface MessageTextProps {
  entity: Outline;
  uuid: string;
  /** As stored: the text or its placeholder. */
  text: string;
  className?: string;
}

/** The text of a message, campaign or template on its page. If it is hidden, says why and how to open it. */
export const MessageText = (props: MessageTextProps) => <OneText key={props.uuid} {...props} />;

function OneText({ entity, uuid, text, className = 'crud-pre' }: MessageTextProps) {
  const length = useHiddenLength(text);
  const { opened, isBusy, open } = useOpenText(entity, uuid);
  const translate = useTranslate();
  const shown = useRef<HTMLParagraphElement>(null);
  // The button is gone, so move the focus to the text.
  useEffect(() => {
    if (opened !== undefined) shown.current?.focus();
  }, [opened]);
  if (length === undefined) return <p className={className}>{text}</p>;
  if (opened !== undefined) {
    return (
      <div className="crud-opened-text">
        <p className={className} ref={shown} tabIndex={-1}>
          {opened}
        </p>
        <p className="crud-text-note">{translate('crud.hiddenText.noted')}</p>
      </div>
    );
  }
  const isAllowed = hasPermission(MESSAGE_TEXT) && offersAction(entity.name, 'text');
  return (
    <div className="crud-opened-text">
      <HiddenText length={length} />
      <p className="crud-text-note">
        {translate(isAllowed ? 'crud.hiddenText.willBeNoted' : 'crud.hiddenText.why')}
      </p>
      {isAllowed && (
        <Button variant="outlined" size="small" disabled={isBusy} onClick={() => void open()}>
          {translate('crud.hiddenText.show')}
        </Button>
      )}
    </div>
  );
}

/** Opens a record's text, which the server logs. */
function useOpenText(entity: Outline, uuid: string) {
  const notify = useNotify();
  const [opened, setOpened] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const open = async () => {
    setBusy(true);
    try {
      const answer = await http.json<{ data: { text: string } }>(`${entity.path}${uuid}/text/`);
      setOpened(answer.data.text);
    } catch (error) {
      const { message } = error as Error;
      notify(message, { type: 'error', messageArgs: { _: message } });
    } finally {
      setBusy(false);
    }
  };
  return { opened, isBusy, open };
}
