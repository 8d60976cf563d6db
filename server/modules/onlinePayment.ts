import { onlinePayment as entity } from '#schema/onlinePayment.ts';
import { crud } from '../crud/crud.ts';
import type { Module } from '../deps.ts';
import { accountName } from '../services/platform/names.ts';
import { ofSameAccount } from '../services/platform/ofSameAccount.ts';

/** Payments at their services, for staff: `note__in=` finds those that a person must settle. */
export const onlinePayment: Module = (app, deps) => {
  crud(app, deps, entity, {
    table: 'online_payment',
    columns: {
      account_name: accountName,
      status: ofSameAccount('t', { table: 'payment_reference', by: 'uuid', column: 'status' }),
    },
  });
};
