import { CUSTOMER } from '../steps.ts';
import { openedTests } from './opened.ts';

openedTests(CUSTOMER, 3, 4, 5);
