/** Markup that React is still to take over, in which presses wait. */
export interface HeldPresses {
  /** Repeats the presses from before React was there. */
  resume(): Promise<void>;
}

/** React takes over a page part by part; that in which a press begins at once. */
export const wake = (element: HTMLElement): unknown =>
  element.dispatchEvent(new Event('pointerdown', { bubbles: true }));

/**
 * Holds the presses of what matches `pressed` in this markup until React is there. Links that do not match lead to their address,
 * as without a script.
 */
export function holdPresses(place: HTMLElement, pressed: string): HeldPresses {
  const held: HTMLElement[] = [];
  let isRepeating = false;
  const hold = (event: Event) => {
    if (isRepeating) return;
    const found = (event.target as Element).closest<HTMLElement>(`${pressed}, a[href]`);
    if (!found?.matches(pressed)) return;
    // Enter in a field presses the button too. The browser would put the password into the address, and
    // React, once hydrated, would press the button a second time.
    event.preventDefault();
    event.stopImmediatePropagation();
    held.push(found);
  };
  place.addEventListener('click', hold, true);
  return {
    async resume() {
      // A press meanwhile would overtake them, such as Enter after the button that leads to staff's form: it becomes the last of them.
      for (let element = held.shift(); element; element = held.shift()) {
        // React must be done with rendering: this page, and what the previous press has changed.
        await new Promise((resolve) => setTimeout(resolve));
        isRepeating = true;
        wake(element);
        element.click();
        isRepeating = false;
      }
      place.removeEventListener('click', hold, true);
    },
  };
}
