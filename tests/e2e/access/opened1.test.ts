import { CUSTOMER } from '../steps.ts';
import { openedTests } from './opened.ts';

openedTests(CUSTOMER, 1, 4, 9);
