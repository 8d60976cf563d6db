import { ADMIN } from '../steps.ts';
import { openedTests } from './opened.ts';

openedTests(ADMIN, 1, 4, 5);
