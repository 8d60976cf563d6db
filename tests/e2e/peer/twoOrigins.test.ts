import { journeys } from './journeys.ts';

journeys('two origins');
