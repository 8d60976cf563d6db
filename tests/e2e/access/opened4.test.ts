import { ADMIN } from '../steps.ts';
import { openedTests } from './opened.ts';

openedTests(ADMIN, 1, 3, 16);
