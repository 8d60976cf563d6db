import { staffTour } from './staff.ts';

staffTour(4);
