import { ADMIN } from '../steps.ts';
import { tour } from './tour.ts';

/** One of the parts of the tour through what the provider's people have beside a customer's console. */
export const staffTour = (part: number): void =>
  tour({
    ...{ email: ADMIN, part, least: 40 },
    names: {
      complaints: 'so does every page of the provider’s people',
      nepali: 'so in Nepali, in the dark, on the smallest phone',
      english: 'so does an administrator',
    },
  });
