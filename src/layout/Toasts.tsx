import CheckIcon from '@mui/icons-material/CheckCircle';
import CloseIcon from '@mui/icons-material/Close';
import ErrorIcon from '@mui/icons-material/Error';
import InfoIcon from '@mui/icons-material/Info';
import { normalizeProps, useMachine } from '@zag-js/react';
import * as toast from '@zag-js/toast';
import { useNotificationContext, useTakeUndoableMutation, useTranslate } from 'ra-core';
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { createPortal } from 'react-dom';
import { failedRequest } from '../core/http.ts';
import { allLeft } from '../core/leaving.ts';
import { finishBy, getToken } from '../core/session.ts';
import { Reference } from './Reference.tsx';
import { useToastsTop } from './useToastsTop.ts';
import './toasts.css';

/** How long each type is shown, in milliseconds (specification, section 9); a loading toast stays until it changes. */
const durations: Record<string, number> = {
  success: 5000,
  info: 5000,
  error: 5000,
  warning: 5000,
  loading: Number.POSITIVE_INFINITY,
};

const store = toast.createStore({
  placement: 'top-end',
  gap: 16,
  removeDelay: 200,
  hotkey: ['altKey', 'KeyT'],
  // The top is where useToastsTop puts it.
  offsets: { top: 'var(--toasts-top, 4.25rem)', right: '1rem', bottom: '1rem', left: '1rem' },
  pauseOnPageIdle: true,
});

type Type = 'info' | 'error' | 'success' | 'warning' | 'loading';

/** Toasts that do not come from react-admin's notifications. Texts are already translated. */
export const toaster = {
  show: (type: Type, title: string, options: Partial<toast.Options<ReactNode>> = {}): string =>
    store.create({ type, title, duration: durations[type], ...options }),
  update: (id: string, type: Type, title: string): string =>
    store.update(id, { type, title, duration: durations[type] }),
  dismiss: (id?: string): void => store.dismiss(id),
};

/** Ends the time of all toasts that offer Undo, which commits them. */
function commitAll(): void {
  for (const { id, onStatusChange } of store.getVisibleToasts()) {
    if (!onStatusChange) continue;
    onStatusChange({ status: 'unmounted' });
    store.remove(id);
  }
}
finishBy(() => {
  commitAll();
  return allLeft();
});

/** A hidden page draws no frames, which toasts count their time by, and a phone may discard it. */
function commitIfHidden(): void {
  if (document.visibilityState === 'hidden') commitAll();
}
document.addEventListener('visibilitychange', commitIfHidden);

/** Shows react-admin's notifications as toasts; an undoable one commits when it closes without Undo. */
function useBridge(): void {
  const { notifications, takeNotification } = useNotificationContext();
  const takeMutation = useTakeUndoableMutation();
  const translate = useTranslate();
  useEffect(() => {
    if (notifications.length === 0) return;
    const notification = takeNotification();
    if (!notification) return;
    const { message, type, notificationOptions = {} } = notification;
    const { undoable, messageArgs, autoHideDuration } = notificationOptions;
    const text = typeof message === 'string' ? translate(message, { _: message, ...messageArgs }) : message;
    // `cause` is the error's own message where the toast wraps it in a sentence.
    const reference = type === 'error' ? failedRequest(messageArgs?.cause ?? message) : undefined;
    const mutation = undoable ? takeMutation() : undefined;
    const token = getToken();
    let settled = false;
    const settle = (isUndo: boolean) => {
      if (settled) return;
      settled = true;
      window.removeEventListener('beforeunload', hold);
      // Another session of this browser must not do it.
      if (isUndo || getToken() === token) mutation?.({ isUndo });
    };
    const hold = (event: BeforeUnloadEvent) => {
      settle(false);
      event.preventDefault();
    };
    if (mutation) window.addEventListener('beforeunload', hold);
    const options: toast.Options<ReactNode> = {
      type,
      title: text,
      ...(reference && { description: <Reference id={reference} /> }),
      duration: autoHideDuration === null ? durations.loading : (autoHideDuration ?? durations[type]),
      ...(mutation && {
        action: { label: translate('ra.action.undo'), onClick: () => settle(true) },
        onStatusChange: ({ status }: toast.StatusChangeDetails) => {
          if (status === 'unmounted') settle(false);
        },
      }),
    };
    // The store renders synchronously, which is not allowed in an effect.
    queueMicrotask(() => {
      store.create(options);
      commitIfHidden();
    });
  }, [notifications, takeNotification, takeMutation, translate]);
}

const icons: Record<string, ReactNode> = {
  success: <CheckIcon fontSize="small" />,
  error: <ErrorIcon fontSize="small" />,
  warning: <ErrorIcon fontSize="small" />,
  info: <InfoIcon fontSize="small" />,
  loading: <span className="toast-spinner" />,
};

interface ItemProps {
  options: toast.Options<ReactNode>;
  parent: toast.GroupService;
  index: number;
  /** Remembers what had the focus before the toasts, to return it when the focused toast closes. */
  from: RefObject<HTMLElement | null>;
}

function Item({ options, parent, index, from }: ItemProps) {
  const translate = useTranslate();
  const service = useMachine(toast.machine, { ...options, id: options.id ?? '', parent, index });
  const api = toast.connect(service, normalizeProps);
  const { action } = options;
  const root = useRef<HTMLDivElement>(null);
  useLayoutEffect(
    () => () => {
      if (root.current?.contains(document.activeElement)) from.current?.focus({ preventScroll: true });
    },
    [from],
  );
  return (
    <div {...api.getRootProps()} ref={root} className="toast" data-type={api.type}>
      <span {...api.getGhostBeforeProps()} />
      <span className="toast-icon" aria-hidden="true">
        {icons[api.type]}
      </span>
      <div className="toast-text">
        <div {...api.getTitleProps()}>{api.title}</div>
        {api.description && <div {...api.getDescriptionProps()}>{api.description}</div>}
      </div>
      {action && (
        <button {...api.getActionTriggerProps()} type="button" className="toast-action">
          {action.label}
        </button>
      )}
      <button
        {...api.getCloseTriggerProps()}
        type="button"
        className="toast-close"
        aria-label={translate('shell.dismiss')}
      >
        <CloseIcon fontSize="inherit" />
      </button>
      <span {...api.getGhostAfterProps()} />
    </div>
  );
}

/** A container outside the page's root, because an open dialog hides all other children of the body. */
function useLivePlace(): HTMLElement {
  const [place] = useState(() => document.createElement('div'));
  useEffect(() => {
    const observer = new MutationObserver(() => {
      if (place.ariaHidden) place.removeAttribute('aria-hidden');
    });
    observer.observe(place, { attributeFilter: ['aria-hidden'] });
    document.body.append(place);
    return () => {
      observer.disconnect();
      place.remove();
    };
  }, [place]);
  return place;
}

/** The toast region, top right and below the page's actions. Alt+T focuses it and screen readers announce it. */
export function Toasts() {
  useBridge();
  const place = useLivePlace();
  const translate = useTranslate();
  const service = useMachine(toast.group.machine, { id: useId(), store });
  const api = toast.group.connect(service, normalizeProps);
  const from = useRef<HTMLElement>(null);
  const toasts = api.getToasts();
  const root = useRef<HTMLDivElement>(null);
  useToastsTop(root, toasts.length > 0);
  const region = {
    ...api.getGroupProps(),
    // The machine's own label ends with the English name of its position.
    'aria-label': `${translate('shell.notifications')} (Alt+T)`,
    // Its own handlers take the focus back from users who press Tab, so nobody would get past a toast.
    onFocus({ currentTarget, relatedTarget }: FocusEvent) {
      if (currentTarget.contains(relatedTarget)) return;
      from.current = relatedTarget as HTMLElement | null;
      store.pause();
    },
    onBlur({ currentTarget, relatedTarget }: FocusEvent) {
      if (!currentTarget.contains(relatedTarget) && !currentTarget.matches(':hover')) store.resume();
    },
  };
  return createPortal(
    <div {...region} ref={root} className="toasts">
      {toasts.map((options, index) => (
        <Item key={options.id} options={options} parent={service} index={index} from={from} />
      ))}
    </div>,
    place,
  );
}
