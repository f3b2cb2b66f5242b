import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { type RequestCause, requestFailures } from '#domain/failures/request-failures.ts'
import { TOKEN_CAUSES } from '#domain/failures/token-failures.ts'
import { requestError } from '#engine/provider-error.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/reference/google.md'), 'utf8')
const messages = new Map(
  [...page.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, reason = '', message = '']) => [reason, message]),
)

const requestCauses = Object.keys(requestFailures) as RequestCause[]

test('docs/reference/google.md explains every reason why Google refuses, and no other', () => {
  expect([...messages.keys()].sort()).toEqual([...requestCauses, ...TOKEN_CAUSES].sort())
})

const about = { account: 'ACCOUNT', file: 'FILE', kind: 'write' } as const

test.each(requestCauses)('docs/reference/google.md has the message of %s', (reason) => {
  const { message } = requestError({ reason, about, detail: 'DETAIL', consumer: 'projects/PROJECT' })
  expect(messages.get(reason)).toBe(message)
})
