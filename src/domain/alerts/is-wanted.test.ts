import { expect, test } from 'vitest'
import { FilteredKind } from '#contract/alert-channel.ts'
import { buildAlert, buildDigest } from '#tests/support/build-alert.ts'
import { type ChannelFilter, isWanted } from './is-wanted.ts'

const everything: ChannelFilter = {
  kinds: FilteredKind.options,
  typeIds: null,
  digest: 'always',
  createdBy: 'Ada@example.com',
  recipients: ['grace@example.com'],
}
const failed = buildAlert({ kind: 'failed', typeIds: [3, 4] })
const withProblem = buildDigest(['succeeded', 'held'])
const toAda = buildAlert({ kind: 'token_created', person: 'ada@example.com' })
const toGrace = buildAlert({ kind: 'token_created', person: 'grace@example.com' })
const toEve = buildAlert({ kind: 'token_created', person: 'eve@example.com' })
const fine = buildDigest(['succeeded', 'succeeded'])

test.each([
  ['everything', {}, failed, true],
  ['its kind', { kinds: ['failed'] }, failed, true],
  ['another kind', { kinds: ['held'] }, failed, false],
  ['one of the kinds in it', { kinds: ['access'] }, buildAlert({ kinds: ['failed', 'access'] }), true],
  ['one of its types', { typeIds: [4, 9] }, failed, true],
  ['another type', { typeIds: [9] }, failed, false],
  ['no type', { typeIds: [] }, failed, false],
  ['another type, for an alert without types', { typeIds: [9] }, buildAlert({ typeIds: [] }), true],
  ['every digest', { kinds: [] }, fine, true],
  ['digests of problems, for one without', { digest: 'problems' }, fine, false],
  ['digests of problems, for one with a held task', { digest: 'problems' }, withProblem, true],
  ['no kind, for an alert to its owner', { kinds: [] }, toAda, true],
  ['no kind, for an alert to one of its recipients', { kinds: [] }, toGrace, true],
  ['everything, for an alert to somebody else', {}, toEve, false],
  ['no digest', { digest: 'never' }, withProblem, false],
] as const)('a channel that wants %s', (_what, filter, alert, expected) => {
  expect(isWanted({ ...everything, ...filter }, alert)).toBe(expected)
})
