import { consumption, walletEntry } from '#schema/wallet.ts';
import { crud } from '../crud.ts';
import type { Module } from '../deps.ts';

/** The ledger and what campaigns used; both are only read. */
export const wallet: Module = (app, deps) => {
  crud(app, deps, walletEntry, { table: 'wallet_entry' });
  crud(app, deps, consumption, { table: 'consumption' });
};
