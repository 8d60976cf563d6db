import { walletAdjustment as entity } from '#schema/walletAdjustment.ts';
import { secondPersonRoutes } from '../crud/secondPersonRoutes.ts';
import type { Module } from '../deps.ts';
import { decideAdjustment } from '../services/money/walletAdjustments.ts';

/** Wallet adjustments that need a second person; they are requested in modules/wallet.ts. */
export const walletAdjustment: Module = (app, deps) =>
  secondPersonRoutes(app, deps, entity, {
    table: 'wallet_adjustment',
    pair: ['wallet-list', 'post'],
    decide: decideAdjustment,
  });
