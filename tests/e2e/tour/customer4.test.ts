import { customerTour } from './customer.ts';

customerTour(4);
