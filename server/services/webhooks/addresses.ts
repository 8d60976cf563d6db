import { lookup as resolve } from 'node:dns';
import { BlockList, isIP, type LookupFunction } from 'node:net';

/** Networks that webhooks cannot reach: this machine, private, shared, link-local (cloud metadata), test, multicast. */
const closed4 = new BlockList();
for (const network of [
  ...['0.0.0.0/8', '10.0.0.0/8', '100.64.0.0/10', '127.0.0.0/8', '169.254.0.0/16', '172.16.0.0/12'],
  ...['192.0.0.0/24', '192.0.2.0/24', '192.88.99.0/24', '192.168.0.0/16', '198.18.0.0/15'],
  ...['198.51.100.0/24', '203.0.113.0/24', '224.0.0.0/4', '240.0.0.0/4'],
]) {
  const [address = '', bits] = network.split('/');
  closed4.addSubnet(address, Number(bits), 'ipv4');
}

/** For IPv6 only global unicast is allowed, without ranges that embed IPv4 (Teredo, 6to4) or are for documentation. */
const open6 = new BlockList();
open6.addSubnet('2000::', 3, 'ipv6');
const closed6 = new BlockList();
for (const network of ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20']) {
  const [address = '', bits] = network.split('/');
  closed6.addSubnet(address, Number(bits), 'ipv6');
}

/** Whether an IP address is a public Internet address. IPv4 embedded in IPv6 is not, because nobody needs it. */
export function isPublic(address: string): boolean {
  const plain = address.replace(/%.*$/, '');
  switch (isIP(plain)) {
    case 4:
      return !closed4.check(plain, 'ipv4');
    case 6:
      return open6.check(plain, 'ipv6') && !closed6.check(plain, 'ipv6');
    default:
      return false;
  }
}

/** The host of an address in the form for sockets: IPv6 addresses without brackets. */
export const hostOf = (url: string): string => new URL(url).hostname.replace(/^\[|\]$/g, '');

/** The error for a refused address. */
export class PrivateAddress extends Error {
  readonly code = 'PRIVATE_ADDRESS';
}

/**
 * Resolves a name for a connection, and refuses all its addresses if one is not public. Because the check is part of the
 * connection, a name cannot change its address in between.
 */
export const publicLookup: LookupFunction = (hostname, options, callback) =>
  resolve(hostname, { ...options, all: true }, (error, found) => {
    if (error) return callback(error, []);
    if (found.length === 0 || found.some(({ address }) => !isPublic(address))) {
      return callback(new PrivateAddress(hostname), []);
    }
    const [first] = found;
    if (options.all) callback(null, found);
    else callback(null, first?.address ?? '', first?.family);
  });
