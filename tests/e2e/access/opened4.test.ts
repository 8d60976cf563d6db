import { CUSTOMER } from '../steps.ts';
import { openedTests } from './opened.ts';

openedTests(CUSTOMER, 4, 4, 7);
