import { expect, test } from 'vitest'
import { NO_LIMIT } from '#domain/forecast/request-bucket.ts'
import { DRIVE_REQUESTS_PER_MINUTE } from './file-states.ts'
import { createGoogle } from './google.ts'

const NOWHERE = 'http://127.0.0.1:1'
const NO_LIMITS = {
  readsPerMinute: NO_LIMIT,
  writesPerMinute: NO_LIMIT,
  projectReadsPerMinute: NO_LIMIT,
  projectWritesPerMinute: NO_LIMIT,
}

/** Account that fails once a request may be sent. */
const account = {
  name: 'ann@example.com',
  project: 'one',
  authorize: async () => ({}),
  async authorizeDrive(): Promise<never> {
    throw new Error('Not signed in')
  },
}

/** Counts the waits of a client that asks for the states of files in sequence. Time only passes during its waits. */
async function countWaits(files: number, { isEmbedded }: { isEmbedded: boolean }): Promise<number> {
  let nowMs = Date.parse('2026-01-01T04:11:30Z')
  let waits = 0
  const google = createGoogle({
    config: { sheetsUrl: NOWHERE, driveUrl: NOWHERE, ...NO_LIMITS, isEmbedded },
    sharedAccount: account,
    now: () => new Date(nowMs),
    random: () => 0.25,
    async pause(durationMs) {
      waits += 1
      nowMs += durationMs
    },
  })
  const { signal } = new AbortController()
  const client = google.connect({ accounts: [], owner: '', signal, onWait() {}, log() {} })
  for (let file = 0; file < files; file += 1) await client.fileState(`file-${file}`)
  return waits
}

test('requests to Drive keep to a limit, except those to the embedded provider, which has none', async () => {
  const files = DRIVE_REQUESTS_PER_MINUTE / 8
  expect(await countWaits(files, { isEmbedded: false })).toBeGreaterThan(0)
  expect(await countWaits(files, { isEmbedded: true })).toBe(0)
})
