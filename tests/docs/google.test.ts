import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { explainFailure } from '#server/google/explain-failure.ts'
import { isApiReason, providerReasons } from '#server/google/provider-error.ts'

const page = readFileSync(join(import.meta.dirname, '../../docs/google.md'), 'utf8')
const messages = new Map(
  [...page.matchAll(/^\| `(\w+)` \| (.*?) \|/gm)].map(([, reason = '', message = '']) => [reason, message]),
)

test('docs/google.md explains every reason why Google refuses, and no other', () => {
  expect([...messages.keys()].sort()).toEqual([...providerReasons].sort())
})

const about = { account: 'ACCOUNT', file: 'FILE', spreadsheetId: 'ID', kind: 'write' } as const

test.each(providerReasons.filter(isApiReason))('docs/google.md has the message of %s', (reason) => {
  const { message } = explainFailure({ reason, about, detail: 'DETAIL', consumer: 'projects/PROJECT' })
  expect(messages.get(reason)).toBe(message)
})
