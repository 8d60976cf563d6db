import { ADMIN } from '../steps.ts';
import { openedTests } from './opened.ts';

openedTests(ADMIN, 2, 4, 6);
