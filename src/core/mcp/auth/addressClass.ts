import ipaddr from 'ipaddr.js';

/**
 * Where an address leads:
 * - `public`: anywhere on the internet;
 * - `private`: the network of a house or an organisation, by RFC 1918, RFC 6598 or RFC 4193;
 * - `loopback`: this machine;
 * - `forbidden`: link-local with the metadata services of clouds, multicast, tunnels and what is set aside for other
 *   uses. Nothing that a server names may lead there.
 */
export type AddressClass = 'public' | 'private' | 'loopback' | 'forbidden';

const privateRanges: ReadonlySet<string> = new Set(['private', 'carrierGradeNat', 'uniqueLocal']);

/** Metadata services that stand in an otherwise private range. */
const metadataServices: ReadonlySet<string> = new Set(['fd00:ec2::254', '100.100.100.200', '168.63.129.16']);

/** Classifies an IPv4 or IPv6 address. What cannot be read as one is `forbidden`. */
export function addressClass(address: string): AddressClass {
  if (!ipaddr.isValid(address)) return 'forbidden';
  // An IPv4 address in the clothes of an IPv6 one is what it is underneath.
  const parsed = withoutTranslation(ipaddr.process(address));
  if (metadataServices.has(parsed.toString())) return 'forbidden';
  const range = parsed.range();
  if (range === 'unicast') return 'public';
  if (range === 'loopback') return 'loopback';
  return privateRanges.has(range) ? 'private' : 'forbidden';
}

/**
 * Where a network of IPv6 alone reaches those of IPv4 through a translator, the resolver gives the address of that in
 * the last 32 bits (RFC 6052 §2.1): it leads where they say.
 */
function withoutTranslation(address: ipaddr.IPv4 | ipaddr.IPv6): ipaddr.IPv4 | ipaddr.IPv6 {
  if (address.kind() === 'ipv4' || !address.match(ipaddr.parseCIDR('64:ff9b::/96'))) return address;
  return ipaddr.fromByteArray(address.toByteArray().slice(12));
}

/** The class of a host that is written as an address or as a name of this machine; undefined for other names. */
export function writtenClass(hostname: string): AddressClass | undefined {
  const host = hostname.replace(/^\[|\]$/gu, '').replace(/\.$/u, '');
  if (host === 'localhost' || host.endsWith('.localhost')) return 'loopback';
  return ipaddr.isValid(host) ? addressClass(host) : undefined;
}
