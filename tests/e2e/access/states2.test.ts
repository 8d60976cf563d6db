import { ADMIN } from '../steps.ts';
import { stateTests } from './states.ts';

stateTests(ADMIN);
