import { expect, test } from 'vitest'
import { findNetwork, readClientAddress } from './client-address.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
  ['2001:0db8:0001:0002::1', '2001:db8:1:2::/64'],
  ['2001:db8::1', '2001:db8:0:0::/64'],
  ['2001:db8:1::5:6', '2001:db8:1:0::/64'],
  ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ['::1', '0:0:0:0::/64'],
])('%s belongs to %s', (address, network) => {
  expect(findNetwork(address)).toBe(network)
})

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['2001:db8::1', '2001:db8::1'],
  ['203.0.113.7:52011', '203.0.113.7'],
  ['[2001:db8::1]:52011', '2001:db8::1'],
  ['[2001:db8::1]', '2001:db8::1'],
  ['<script>', '127.0.0.1'],
  ['999.0.113.7:52011', '127.0.0.1'],
  ['unknown', '127.0.0.1'],
  ['9'.repeat(9000), '127.0.0.1'],
])('a request that a proxy on this machine forwards for %s comes from %s', (ip, address) => {
  expect(readClientAddress({ ip, socket: { remoteAddress: '127.0.0.1' } })).toBe(address)
})
