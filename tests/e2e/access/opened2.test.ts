import { CUSTOMER } from '../steps.ts';
import { openedTests } from './opened.ts';

openedTests(CUSTOMER, 2, 4, 3);
