import { CUSTOMER } from '../steps.ts';
import { openedTests } from './opened.ts';

openedTests(CUSTOMER, 3, 3, 5);
