import { useSearchParams } from 'react-router-dom';
import { operators } from '#schema/phone.ts';
import { chosenIn } from './period.ts';

/** The period and the operator in the URL, and how to change what is there: an empty value is taken out of it. */
export function usePeriod() {
  const [params, setParams] = useSearchParams();
  const change = (next: Record<string, string | undefined>) => {
    setParams((before) => {
      const after = new URLSearchParams(before);
      for (const [name, value] of Object.entries(next))
        if (value) after.set(name, value);
        else after.delete(name);
      return after;
    });
  };
  const operator = operators.find((one) => one === params.get('operator')) ?? '';
  return { params, chosen: chosenIn(params), operator, change };
}
