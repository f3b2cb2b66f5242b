import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { buildJob, startTestProvider, sync } from '#tests/support/test-provider.ts'
import type { UserAccountCache } from './user-account-cache.ts'

const [ann, bob, cleo] = ['ann@example.com', 'bob@example.com', 'cleo@example.com'] as const

/** Users whose access tokens are their email addresses. */
const userAccounts: UserAccountCache = {
  get: (name) => ({ name, project: 'p', authorize: async () => ({ authorization: `Bearer ${name}` }) }),
  hasAny: async () => true,
}

let provider: Awaited<ReturnType<typeof startTestProvider>>
let [sourceId, targetId] = ['', '']

beforeAll(async () => {
  provider = await startTestProvider({ userAccounts })
})
afterAll(() => provider[Symbol.asyncDispose]())
beforeEach(async () => {
  sourceId = await provider.spreadsheet({ rows: [['Code'], ['a'], ['b']] })
  targetId = await provider.spreadsheet({})
  provider.emulator.requests.clear()
})

const copy = (...accounts: string[]) =>
  sync(provider.google, buildJob({ sourceId, targetId, access: { accounts, owner: '' } }))

/** The accounts that sent successful requests of this kind for the spreadsheet. */
function senders(kind: 'read' | 'write', spreadsheetId: string) {
  const { entries } = provider.emulator.requests
  const succeeded = entries.filter((entry) => entry.status === 200 && entry.kind === kind)
  return [...new Set(succeeded.filter((entry) => entry.spreadsheetId === spreadsheetId).map((entry) => entry.account))]
}

test.each([[[ann, bob]], [[bob, ann]]])(
  'one account reads the source and another writes the target, listed as %s',
  async (accounts) => {
    provider.emulator.share(sourceId, { readers: [ann] })
    provider.emulator.share(targetId, { writers: [bob] })
    const { status, log } = await copy(...accounts)
    expect(status).toBe('Success')
    expect(senders('read', sourceId)).toEqual([ann])
    expect(senders('read', targetId)).toEqual([bob])
    expect(senders('write', targetId)).toEqual([bob])
    const [first, second] = accounts
    const word = first === ann ? 'target' : 'source'
    const id = first === ann ? targetId : sourceId
    expect(log.filter(({ message }) => message.includes('account'))).toEqual([
      {
        level: 'INFO',
        message: `${first} cannot open the ${word} spreadsheet ${id}. Share it with ${first} as a Viewer or Editor. Trying the next account: ${second}.`,
      },
    ])
  },
)

test('an account that may read but not edit the target still reads it', async () => {
  provider.emulator.share(targetId, { readers: [ann], writers: [bob] })
  expect((await copy(ann, bob)).status).toBe('Success')
  expect(senders('read', targetId)).toEqual([ann])
  expect(senders('write', targetId)).toEqual([bob])
})

test('when no account can open a spreadsheet, the error names it, the missing permission and every account', async () => {
  provider.emulator.share(sourceId, { readers: [cleo] })
  const message = `None of these accounts can open the source spreadsheet ${sourceId}: ${ann}, ${bob}. Share it with one of them as a Viewer or Editor.`
  await expect(copy(ann, bob)).rejects.toMatchObject({ message, reason: 'not_shared', retryable: false })
  expect(senders('write', targetId)).toEqual([])
})

test('when no account can edit a spreadsheet, the error lists every different problem', async () => {
  provider.emulator.share(targetId, { readers: [ann, bob, cleo] })
  provider.emulator.faults.add({ kind: 'write', account: bob, effect: { answer: 'protected_range' } })
  const file = (await provider.google.describe(targetId, { requestedBy: ann, signal: AbortSignal.timeout(60_000) }))
    .title
  await expect(copy(ann, bob, cleo)).rejects.toMatchObject({
    message:
      `None of these accounts can edit the spreadsheet "${file}": ${ann}, ${bob}, ${cleo}. ` +
      'Share it with one of them as an Editor. ' +
      `Some of the cells to write in the spreadsheet "${file}" are protected. Let ${bob} edit the protected range, or remove the protection.`,
  })
  provider.emulator.faults.clear()
})

test('an excluded account that failed four times does not use up the tries of the next one', async () => {
  provider.emulator.share(sourceId, { readers: [bob] })
  for (const account of [ann, bob]) {
    provider.emulator.faults.add({ account, spreadsheetId: sourceId, count: 4, effect: { answer: 'unavailable' } })
  }
  expect((await copy(ann, bob)).status).toBe('Success')
  provider.emulator.faults.clear()
})
