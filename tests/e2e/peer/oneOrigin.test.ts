import { journeys } from './journeys.ts';

journeys('one origin');
