/**
 * Whether this comes of somebody's hand: a browser also tells of a pointer that lies still where a page comes up. Without
 * this check the sign-in page fetches React, which it can do without until it is used, and nothing else breaks.
 */
export const isOfHand = (event: Event): boolean =>
  event.type !== 'pointermove' ||
  (event as PointerEvent).movementX !== 0 ||
  (event as PointerEvent).movementY !== 0;
