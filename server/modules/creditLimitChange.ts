import { creditLimitChange as entity } from '#schema/creditLimitChange.ts';
import { secondPersonRoutes } from '../crud/secondPersonRoutes.ts';
import type { Module } from '../deps.ts';
import { decideCreditLimit } from '../services/money/creditLimits.ts';

/** Raised credit limits, and the second person's decisions; they are requested in modules/account.ts. */
export const creditLimitChange: Module = (app, deps) =>
  secondPersonRoutes(app, deps, entity, {
    table: 'credit_limit_change',
    pair: ['account-list', 'post'],
    decide: decideCreditLimit,
  });
