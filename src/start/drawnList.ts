import { type HeldPresses, holdPresses, wake } from './presses.ts';

type Field = HTMLInputElement | HTMLSelectElement;

/** Tells React of what was typed or chosen before it was there, which it would take for the field's own. */
function repeatEntry(field: Field, value: string): void {
  wake(field);
  field.value = '';
  // Past React's own setter on the element, by which it would know the value already.
  Reflect.set(Object.getPrototypeOf(field), 'value', value, field);
  const type = field instanceof HTMLSelectElement ? 'change' : 'input';
  field.dispatchEvent(new Event(type, { bubbles: true }));
}

/**
 * Holds what somebody presses, types and chooses in a list that the server has drawn, with the page or after signing in, until
 * React is there; undefined if there is no such list.
 */
export function holdDrawnList(): HeldPresses | undefined {
  const place = document.getElementById('root');
  if (place?.dataset.drawn === undefined) return undefined;
  const entries = new Map<Field, string>();
  const onInput = ({ target }: Event) => {
    const isField =
      target instanceof HTMLInputElement ? target.type === 'search' : target instanceof HTMLSelectElement;
    if (isField) entries.set(target as Field, (target as Field).value);
  };
  place.addEventListener('input', onInput);
  const presses = holdPresses(place, 'button, input, label, tr');
  return {
    async resume() {
      delete place.dataset.drawn;
      await presses.resume();
      place.removeEventListener('input', onInput);
      for (const [field, value] of entries) repeatEntry(field, value);
    },
  };
}
