import { expect, test } from 'vitest'
import { isAllowed, problemWithUrl } from './receiver-address.ts'

const strict = { allowsPrivate: false, allowsLoopback: true }

test.each([
  'https://hooks.slack.com/services/T0/B0/x',
  'https://8.8.8.8/in',
  'http://localhost:8080/in',
  'http://127.0.0.1:8080/in',
  'http://[::1]:8080/in',
])('%s can be used', (url) => {
  expect(problemWithUrl(url, strict)).toBeUndefined()
})

test.each([
  'hooks.example.com',
  'http://hooks.example.com/in',
  'ftp://hooks.example.com/in',
  'file:///etc/passwd',
  'https://user:password@hooks.example.com/in',
  'https://10.1.2.3/in',
  'https://172.16.0.1/in',
  'https://192.168.1.1/in',
  'https://100.64.0.1/in',
  'https://169.254.169.254/latest/meta-data',
  'https://168.63.129.16/machine',
  'https://0.0.0.0/in',
  'https://[::]/in',
  'https://[fe80::1]/in',
  'https://[fd00:ec2::254]/in',
  'https://[::ffff:10.0.0.1]/in',
  'https://[64:ff9b::a00:1]/in',
  'https://[2002:a00:1::]/in',
  // Alternative notations of 10.0.0.1 and 169.254.169.254
  'https://167772161/in',
  'https://0xa9fea9fe/in',
  'https://0251.0376.0251.0376/in',
])('%s cannot be used', (url) => {
  expect(problemWithUrl(url, strict)).toEqual(expect.any(String))
})

test.each([
  'https://[::ffff:169.254.169.254]/in',
  'https://[::ffff:168.63.129.16]/in',
  'https://[::ffff:a83f:8110]/in',
  'https://[::168.63.129.16]/in',
  'https://[::7f00:1]/in',
  'https://[::10.0.0.1]/in',
  'https://[fd00:ec2::254]/in',
])('%s cannot be used, however it is written', (url) => {
  expect(problemWithUrl(url, strict)).toEqual(expect.any(String))
})

test.each([
  'https://169.254.169.254/in',
  'https://[::ffff:a9fe:a9fe]/in',
  'https://[::168.63.129.16]/in',
  'https://100.100.100.200/in',
  'https://[fd00:ec2:0::254]/in',
])('%s returns secrets, so it cannot be used where private networks can', (url) => {
  expect(problemWithUrl(url, { allowsPrivate: true, allowsLoopback: true })).toEqual(expect.any(String))
})

test.each(['http://localhost:5432/in', 'http://127.0.0.1:9/in', 'http://[::1]:9/in', 'https://hooks.localhost/in'])(
  '%s cannot be used while others can reach the app',
  (url) => {
    const settings = { allowsPrivate: false, allowsLoopback: false }
    expect(problemWithUrl(url, settings)).toContain('this server itself')
    expect(isAllowed('127.0.0.1', { host: 'localhost', ...settings })).toBe(false)
  },
)

test('addresses in private networks can be used where the settings allow it', () => {
  expect(problemWithUrl('https://10.1.2.3/in', { ...strict, allowsPrivate: true })).toBeUndefined()
  expect(problemWithUrl('http://10.1.2.3/in', { ...strict, allowsPrivate: true })).toEqual(expect.any(String))
})

test('a name may only lead to public addresses, and one of this machine only to itself', () => {
  const leadsTo = (host: string, address: string) => isAllowed(address, { host, ...strict })
  expect(leadsTo('hooks.example.com', '93.184.216.34')).toBe(true)
  expect(leadsTo('hooks.example.com', '10.0.0.1')).toBe(false)
  expect(leadsTo('hooks.example.com', '127.0.0.1')).toBe(false)
  expect(leadsTo('hooks.example.com', '::1')).toBe(false)
  expect(leadsTo('localhost', '127.0.0.1')).toBe(true)
  expect(leadsTo('localhost', '93.184.216.34')).toBe(false)
})
