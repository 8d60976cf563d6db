import { CUSTOMER } from '../steps.ts';
import { failedTests } from './states.ts';

failedTests(CUSTOMER);
