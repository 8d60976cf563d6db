/**
 * Whether a user caused this event: a browser also reports a resting pointer where a page appears. Without
 * this check the sign-in page loads React, and the first list loads its menus, before they are needed:
 * placeholder.ts and useOnFirstInteraction.ts say how much that is. Nothing else breaks.
 */
export const isUserAction = (event: Event): boolean =>
  event.type !== 'pointermove' ||
  (event as PointerEvent).movementX !== 0 ||
  (event as PointerEvent).movementY !== 0;
