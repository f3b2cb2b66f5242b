import { expect, test } from 'vitest'
import { isOperator } from './operator-access.ts'

const TOKEN = 'a-token-that-nobody-would-guess-0'
const HERE = '127.0.0.1'

const request = (headers: Record<string, string>, remoteAddress = HERE) => ({ headers, socket: { remoteAddress } })

test.each([
  { from: 'a program on this machine', headers: {}, address: HERE },
  { from: 'a program on this machine over IPv6', headers: {}, address: '::1' },
  { from: 'a program on this machine, on a socket for both protocols', headers: {}, address: '::ffff:127.0.0.1' },
])('$from is an operator where nobody else can reach the app', ({ headers, address }) => {
  const caller = request(headers, address)
  expect(isOperator(caller, { metricsToken: undefined, isReachable: false })).toBe(true)
  expect(isOperator(caller, { metricsToken: undefined, isReachable: true })).toBe(false)
})

test.each([
  { from: 'a proxy that says for whom', headers: { 'x-forwarded-for': '203.0.113.9' }, address: HERE },
  { from: 'a proxy that says for whom, by the standard', headers: { forwarded: 'for=203.0.113.9' }, address: HERE },
  { from: 'a proxy that says under which name', headers: { 'x-forwarded-host': 'nano.example' }, address: HERE },
  { from: 'a proxy that says only that it is one', headers: { via: '1.1 proxy' }, address: HERE },
  { from: 'nginx with a common setting', headers: { 'x-real-ip': '203.0.113.9' }, address: HERE },
  { from: 'another machine', headers: {}, address: '192.168.1.20' },
  { from: 'an unknown address', headers: {}, address: '' },
])('$from is no operator', ({ headers, address }) => {
  expect(isOperator(request(headers, address), { metricsToken: undefined, isReachable: false })).toBe(false)
})

test.each([`Bearer ${TOKEN}`, `bearer ${TOKEN}`])('the token makes an operator anywhere: %s', (authorization) => {
  const caller = request({ authorization, 'x-forwarded-for': '203.0.113.9' }, '203.0.113.1')
  expect(isOperator(caller, { metricsToken: TOKEN, isReachable: true })).toBe(true)
})

test.each(['Bearer wrong', `Bearer ${TOKEN}x`, 'Bearer ', `Basic ${TOKEN}`, TOKEN, '', `Bearer ${TOKEN} `])(
  'nothing but the token does: %j',
  (authorization) => {
    const caller = request({ authorization }, '203.0.113.1')
    expect(isOperator(caller, { metricsToken: TOKEN, isReachable: true })).toBe(false)
    expect(isOperator(caller, { metricsToken: undefined, isReachable: true })).toBe(false)
  },
)
