import { useTranslate } from 'ra-core';

/** The operators' display names; an empty list means all operators. */
export function useOperatorNames() {
  const translate = useTranslate();
  const name = (operator: string): string => translate(`crud.choices.${operator}`, { _: operator });
  return {
    name,
    list: (operators: readonly string[] | null | undefined): string =>
      !operators ? '–' : operators.length === 0 ? translate('links.all') : operators.map(name).join(', '),
  };
}
