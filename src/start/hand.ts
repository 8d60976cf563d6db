/**
 * Whether this comes of somebody's hand: a browser also tells of a pointer that lies still where a page comes up. Without
 * this check the sign-in page fetches React, and the first list its menus, which they can do without until they are used:
 * standIn.ts and useAfterwards.ts say how much that is. Nothing else breaks.
 */
export const isOfHand = (event: Event): boolean =>
  event.type !== 'pointermove' ||
  (event as PointerEvent).movementX !== 0 ||
  (event as PointerEvent).movementY !== 0;
