import { ADMIN } from '../steps.ts';
import { unmatchedTests } from './states.ts';

unmatchedTests(ADMIN);
