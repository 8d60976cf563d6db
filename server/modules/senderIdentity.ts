import { senderIdentity as entity } from '#schema/senderIdentity.ts';
import { crud } from '../crud.ts';
import type { Module } from '../deps.ts';

export const senderIdentity: Module = (app, deps) => crud(app, deps, entity, { table: 'sender_identity' });
