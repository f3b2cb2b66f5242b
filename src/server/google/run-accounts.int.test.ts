import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aJob, startSyncWorld, sync } from '#tests/support/sync-world.ts'
import type { UserAccountCache } from './user-account-cache.ts'

const [ann, bob, cleo] = ['ann@example.com', 'bob@example.com', 'cleo@example.com'] as const

/** Users whose access tokens are their email addresses. */
const userAccounts: UserAccountCache = {
  get: (name) => ({ name, project: 'p', authorize: async () => ({ authorization: `Bearer ${name}` }) }),
  hasAny: async () => true,
}

let world: Awaited<ReturnType<typeof startSyncWorld>>
let [sourceId, targetId] = ['', '']

beforeAll(async () => {
  world = await startSyncWorld({ userAccounts })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  sourceId = await world.spreadsheet({ rows: [['Code'], ['a'], ['b']] })
  targetId = await world.spreadsheet({})
  world.emulator.requests.clear()
})

const copy = (...accounts: string[]) => sync(world.google, aJob({ sourceId, targetId, accounts }))

/** The accounts whose requests of this kind for the spreadsheet succeeded. */
function senders(kind: 'read' | 'write', spreadsheetId: string) {
  const { entries } = world.emulator.requests
  const succeeded = entries.filter((entry) => entry.status === 200 && entry.kind === kind)
  return [...new Set(succeeded.filter((entry) => entry.spreadsheetId === spreadsheetId).map((entry) => entry.account))]
}

test.each([[[ann, bob]], [[bob, ann]]])(
  'one account reads the source and another writes the target, listed as %s',
  async (accounts) => {
    world.emulator.share(sourceId, { readers: [ann] })
    world.emulator.share(targetId, { writers: [bob] })
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
  world.emulator.share(targetId, { readers: [ann], writers: [bob] })
  expect((await copy(ann, bob)).status).toBe('Success')
  expect(senders('read', targetId)).toEqual([ann])
  expect(senders('write', targetId)).toEqual([bob])
})

test('when no account can open a spreadsheet, the error names it, the missing permission and every account', async () => {
  world.emulator.share(sourceId, { readers: [cleo] })
  const message = `None of these accounts can open the source spreadsheet ${sourceId}: ${ann}, ${bob}. Share it with one of them as a Viewer or Editor.`
  await expect(copy(ann, bob)).rejects.toMatchObject({ message, reason: 'not_shared', retryable: false })
  expect(senders('write', targetId)).toEqual([])
})

test('when no account can edit a spreadsheet, the error lists every different problem', async () => {
  world.emulator.share(targetId, { readers: [ann, bob, cleo] })
  world.emulator.faults.add({ kind: 'write', account: bob, effect: { answer: 'protected_range' } })
  const file = (await world.google.describe(targetId, { requestedBy: ann, signal: AbortSignal.timeout(5_000) })).title
  await expect(copy(ann, bob, cleo)).rejects.toMatchObject({
    message:
      `None of these accounts can edit the spreadsheet "${file}" (${targetId}): ${ann}, ${bob}, ${cleo}. ` +
      'Share it with one of them as an Editor. ' +
      `Some of the cells to write in the spreadsheet "${file}" (${targetId}) are protected. Let ${bob} edit the protected range, or remove the protection.`,
  })
  world.emulator.faults.clear()
})

test('an excluded account that failed four times does not use up the tries of the next one', async () => {
  world.emulator.share(sourceId, { readers: [bob] })
  for (const account of [ann, bob]) {
    world.emulator.faults.add({ account, spreadsheetId: sourceId, count: 4, effect: { answer: 'unavailable' } })
  }
  expect((await copy(ann, bob)).status).toBe('Success')
  world.emulator.faults.clear()
})
