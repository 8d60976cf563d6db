import { CUSTOMER } from '../steps.ts';
import { stateTests } from './states.ts';

stateTests(CUSTOMER);
