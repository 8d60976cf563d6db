import { CUSTOMER } from '../steps.ts';
import { unmatchedTests } from './states.ts';

unmatchedTests(CUSTOMER);
