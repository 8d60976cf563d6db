import { BlockList } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type Config, showsOutbox } from '../config.ts';

const loopback = new BlockList();
loopback.addSubnet('127.0.0.0', 8);
loopback.addAddress('::1', 'ipv6');

/** Headers in which proxies name the original client. */
const FORWARDED = [
  'forwarded',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
  'via',
];

/**
 * Whether a request comes from this machine, directly and not through a proxy. It uses the socket, because clients can send
 * any header; forging a proxy header only loses access.
 */
export function isLocal({ raw, headers }: FastifyRequest): boolean {
  const { remoteAddress: address = '' } = raw.socket;
  const family = address.includes(':') ? 'ipv6' : 'ipv4';
  return loopback.check(address, family) && !FORWARDED.some((name) => name in headers);
}

/** Part of a response: where the demonstration shows the mail, if the caller may see it. */
export const outboxOf = (config: Config, request: FastifyRequest): { outbox?: string } =>
  showsOutbox(config) && isLocal(request) ? { outbox: '/dev/outbox' } : {};
