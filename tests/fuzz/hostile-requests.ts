import fc from 'fast-check'
import { hostileText } from './hostile-values.ts'
import type { FuzzedRequest } from './request-text.ts'

type Header = readonly [string, string]

const LONG_HEADER = 'x'.repeat(12_000)

/** Headers that may mislead a server about the caller, the target or the length of the request. */
export const hostileHeader: fc.Arbitrary<Header> = fc.oneof(
  fc.constantFrom<Header>(
    ['cookie', 'nano_sync_session=forged.AAAA'],
    ['cookie', `nano_sync_session=${'a'.repeat(3000)}`],
    ['cookie', 'nano_sync_session=%00; nano_sync_session=; =; ;;'],
    ['authorization', 'Bearer forged'],
    ['authorization', 'Basic ::'],
    ['origin', 'https://evil.example'],
    ['origin', 'null'],
    ['sec-fetch-site', 'cross-site'],
    ['referer', 'javascript:alert(1)'],
    ['host', 'evil.example'],
    ['host', '127.0.0.1:99999'],
    ['host', ''],
  ),
  fc.constantFrom<Header>(
    ['x-forwarded-for', `${'1.2.3.4, '.repeat(500)}::1`],
    ['x-forwarded-host', 'evil.example'],
    ['x-forwarded-proto', 'gopher'],
    ['forwarded', 'for="[::1'],
    ['x-http-method-override', 'DELETE'],
    ['x-original-url', '/healthz'],
    ['traceparent', '00-zz-zz-01'],
    ['if-none-match', '*'],
    ['if-none-match', '"a", W/"b", c'],
    ['range', 'bytes=0-18446744073709551615'],
    ['range', `bytes=${'0-1,'.repeat(1000)}`],
    ['expect', '100-continue'],
    ['expect', 'something'],
  ),
  fc.constantFrom<Header>(
    ['accept-encoding', 'gzip;q=nan, *;q=-1'],
    ['accept', `${'a/b;q=0.1,'.repeat(500)}`],
    ['accept-language', '*'.repeat(2000)],
    ['content-encoding', 'gzip'],
    ['content-type', 'text/xml'],
    ['content-type', 'application/json; charset=utf-7'],
    ['content-type', 'multipart/form-data'],
    ['content-type', `multipart/form-data; boundary=${'-'.repeat(300)}`],
    ['content-type', '__proto__'],
    ['connection', 'upgrade'],
    ['upgrade', 'h2c'],
    ['te', 'trailers, chunked'],
    ['x-long', LONG_HEADER],
  ),
  hostileText.map((text): Header => ['x-fuzzed', text.replaceAll(/[\r\n]/g, ' ').slice(0, 4000)]),
)

/** Ways to write a path that a router and a file server may read differently. */
export const hostilePath: fc.Arbitrary<(path: string) => string> = fc.constantFrom<((path: string) => string)[]>(
  (path) => `/${path}`,
  (path) => `/.${path}`,
  (path) => `/x/..${path}`,
  (path) => `/%2e%2e${path}`,
  (path) => `${path}/`,
  (path) => `${path}%00`,
  (path) => `${path};a=b`,
  (path) => `${path}?${'a=1&'.repeat(3000)}`,
  (path) => `${path}?__proto__[x]=1&a[b][c]=2&a=1&a=2`,
  (path) => `${path}#fragment`,
  (path) => path.toUpperCase(),
  (path) => path.replaceAll('/', '\\'),
  (path) => path.replaceAll('/', '%2f'),
  (path) => `${path}/%ED%A0%80/%`,
  (path) => `http://evil.example${path}`,
  (path) => `${path}/${'a'.repeat(15_000)}`,
  (path) => `${path}${'/..'.repeat(200)}/etc/passwd`,
)

/** Requests no client library sends: wrong lengths, smuggled requests, no HTTP at all. */
export const hostileWire: fc.Arbitrary<FuzzedRequest> = fc.constantFrom<FuzzedRequest[]>(
  { method: 'GET', path: '/', headers: [['content-length', '-1']], body: undefined },
  { method: 'POST', path: '/api/sync_tasks', headers: [['content-length', '1e9']], body: Buffer.from('{}') },
  announcing([['content-length', '1000000']], '{"name":'),
  announcing([['transfer-encoding', 'chunked']], 'fffffffff\r\n{}'),
  announcing([['transfer-encoding', 'chunked']], '5\r\n{}'),
  announcing(
    [
      ['transfer-encoding', 'chunked'],
      ['content-length', '4'],
    ],
    '0\r\n\r\nGET /api/sync_tasks HTTP/1.1\r\nhost: a\r\n\r\n',
  ),
  announcing([['transfer-encoding', 'xchunked']], '{}'),
  { method: 'GET', path: '/ HTTP/9.9\r\nx: y', headers: [], body: undefined },
  { method: 'GET', path: '*', headers: [], body: undefined },
  { method: 'CONNECT', path: 'evil.example:443', headers: [], body: undefined },
  { method: 'TRACE', path: '/', headers: [], body: undefined },
  { method: 'PRI', path: '* HTTP/2.0', headers: [], body: Buffer.from('SM\r\n\r\n') },
  { method: '\u0016\u0003\u0001', path: '\u0002\u0000', headers: [], body: undefined, isIncomplete: true },
  { method: 'G'.repeat(5000), path: '/', headers: [], body: undefined },
  { method: 'GET', path: `/${'a'.repeat(70_000)}`, headers: [], body: undefined },
  {
    method: 'GET',
    path: '/',
    headers: Array.from({ length: 3000 }, (_, index): Header => [`x-${index}`, '1']),
    body: undefined,
  },
  { method: 'GET', path: '/', headers: [['cookie', 'a=b; '.repeat(100_000)]], body: undefined },
)

function announcing(headers: readonly Header[], body: string): FuzzedRequest {
  return {
    method: 'POST',
    path: '/api/sync_tasks',
    headers: [['content-type', 'application/json'], ...headers],
    body: Buffer.from(body),
    isIncomplete: true,
  }
}
