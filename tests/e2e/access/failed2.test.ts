import { ADMIN } from '../steps.ts';
import { failedTests } from './states.ts';

failedTests(ADMIN);
