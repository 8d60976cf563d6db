import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Config, showsOutbox } from '../config.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** What proxies write of whom they ask for. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/**
 * Whether a request comes from this machine: its connection does, and no proxy says that it asks for somebody else. By
 * the socket, since headers say what a client likes; whoever adds one of a proxy only loses by it.
 */
export function isLocal({ raw, headers }: FastifyRequest): boolean {
  const { remoteAddress: address = '' } = raw.socket;
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  return loopback.check(address, family) && !FORWARDED.some((name) => name in headers);
}

/** Part of an answer: where the mail that it speaks of is shown, to whom it is. */
export const outboxOf = (config: Config, request: FastifyRequest): { outbox?: string } =>
  showsOutbox(config) && isLocal(request) ? { outbox: '/dev/outbox' } : {};
