import { ADMIN } from '../steps.ts';
import { openedTests } from './opened.ts';

openedTests(ADMIN, 3, 4, 7);
