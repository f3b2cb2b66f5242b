import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aJob, startSyncWorld, sync } from '#tests/support/sync-world.ts'
import type { UserAccountCache } from './user-account-cache.ts'

const [ann, bob, cleo] = ['ann@example.com', 'bob@example.com', 'cleo@example.com'] as const

/** People whose tokens are their addresses. */
const users: UserAccountCache = {
  get: (name) => ({ name, project: 'p', authorize: async () => ({ authorization: `Bearer ${name}` }) }),
  hasAny: async () => true,
}

let world: Awaited<ReturnType<typeof startSyncWorld>>
let [sourceId, targetId] = ['', '']

beforeAll(async () => {
  world = await startSyncWorld({ users })
})
afterAll(() => world[Symbol.asyncDispose]())
beforeEach(async () => {
  sourceId = await world.spreadsheet({ rows: [['Code'], ['a'], ['b']] })
  targetId = await world.spreadsheet({})
  world.emulator.requests.clear()
})

const copy = (...accounts: string[]) => sync(world.google, aJob({ sourceId, targetId, accounts }))

/** Who sent requests of a kind about a spreadsheet that were granted. */
function senders(kind: 'read' | 'write', spreadsheetId: string) {
  const { entries } = world.emulator.requests
  const granted = entries.filter((entry) => entry.status === 200 && entry.kind === kind)
  return [...new Set(granted.filter((entry) => entry.spreadsheetId === spreadsheetId).map((entry) => entry.account))]
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
        message: `${first === ann ? 'Ann' : 'Bob'}@example.com may not open the ${word} spreadsheet ${id}: share it with this address as a Viewer at least. The next account is tried: ${second}.`,
      },
    ])
  },
)

test('an account that may look at the target but not change it still reads it', async () => {
  world.emulator.share(targetId, { readers: [ann], writers: [bob] })
  expect((await copy(ann, bob)).status).toBe('Success')
  expect(senders('read', targetId)).toEqual([ann])
  expect(senders('write', targetId)).toEqual([bob])
})

test('a spreadsheet that nobody may open is named with the right that is missing and every account tried', async () => {
  world.emulator.share(sourceId, { readers: [cleo] })
  const message = `No account may open the source spreadsheet ${sourceId}; tried: ${ann}, ${bob}. Share it with one of them as a Viewer at least.`
  await expect(copy(ann, bob)).rejects.toMatchObject({ message, reason: 'not_shared', retryable: false })
  expect(senders('write', targetId)).toEqual([])
})

test('a spreadsheet that nobody may change is named likewise, with what else is wrong with whom', async () => {
  world.emulator.share(targetId, { readers: [ann, bob, cleo] })
  world.emulator.faults.add({ kind: 'write', account: bob, effect: { answer: 'protected_range' } })
  const file = (await world.google.describe(targetId, { askedBy: ann, signal: AbortSignal.timeout(5_000) })).title
  await expect(copy(ann, bob, cleo)).rejects.toMatchObject({
    message:
      `No account may change the spreadsheet "${file}" (${targetId}); tried: ${ann}, ${bob}, ${cleo}. ` +
      'Share it with one of them as an Editor. ' +
      `Some cells to be written in the spreadsheet "${file}" (${targetId}) are protected: let ${bob} edit the protected range, or remove the protection.`,
  })
  world.emulator.faults.clear()
})

test('an account that has failed four times over does not use up the tries of the next one', async () => {
  world.emulator.share(sourceId, { readers: [bob] })
  for (const account of [ann, bob]) {
    world.emulator.faults.add({ account, spreadsheetId: sourceId, count: 4, effect: { answer: 'unavailable' } })
  }
  expect((await copy(ann, bob)).status).toBe('Success')
  world.emulator.faults.clear()
})
