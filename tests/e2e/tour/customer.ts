import { CUSTOMER } from '../steps.ts';
import { tour } from './tour.ts';

/** One of the parts of the tour through a customer's console. */
export const customerTour = (part: number): void =>
  tour({
    ...{ email: CUSTOMER, part, least: 25 },
    names: {
      complaints: 'every page opens without a complaint, and fits a phone',
      nepali: 'the same in Nepali, in the dark, on the smallest phone',
      english: 'a customer sees Nepali alone, on every page',
    },
  });
