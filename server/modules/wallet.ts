import { walletEntry } from '#schema/wallet.ts';
import { crud } from '../crud.ts';
import type { Module } from '../deps.ts';

/** The ledger, which is only read. */
export const wallet: Module = (app, deps) => {
  crud(app, deps, walletEntry, { table: 'wallet_entry' });
};
