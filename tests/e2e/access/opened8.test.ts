import { ADMIN } from '../steps.ts';
import { openedTests } from './opened.ts';

openedTests(ADMIN, 4, 4, 12);
