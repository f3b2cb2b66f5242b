import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { judgeReport } from './report.ts'
import type { FuzzedRequest } from './request-text.ts'
import { runFuzz } from './run-fuzz.ts'
import { startTarget } from './target.ts'

const PLANTED = join(import.meta.dirname, 'planted-server.ts')
const DURATION_MS = 1500
const HANG_MS = 1000
/** Maximum time a server that does answer may take, however busy the machine is. */
const NEVER_MS = 120_000

const get = (path: string): FuzzedRequest => ({ method: 'GET', path, headers: [], body: undefined })

/** The promises that a server with this fault breaks. */
async function brokenBy(fault: string): Promise<string[]> {
  await using target = await startTarget({ FAULT: fault }, PLANTED)
  const port = Number(new URL(target.url).port)
  const route = {
    name: 'planted',
    canSucceed: true,
    valid: fc.constant(get('/valid')),
    // Rare, because each slow request costs seconds.
    hostile: fc.nat({ max: 60 }).map((number) => get(number === 0 || fault === 'memory' ? '/hostile' : '/other')),
  }
  const shared = { routes: [{ route, port }], cookies: () => [], tokens: () => [], prepare: async () => undefined }
  let preparations = 0
  const fresh = {
    ...shared,
    routes: [{ route: { ...route, valid: fc.constant(null).map(() => get(`/valid?${preparations}`)) }, port }],
    async prepare() {
      preparations += 1
    },
  }
  const subject = { target, port, hangMs: fault === 'hang' ? HANG_MS : NEVER_MS, shared, fresh }
  const report = await runFuzz(subject, { seed: 7, durationMs: DURATION_MS })
  const { stderr } = target
  const exit = target.hasExited ? stderr : undefined
  return judgeReport({ report, exit, stderr }).flatMap(({ promise, problems }) =>
    problems.length > 0 ? [promise] : [],
  )
}

test.each([
  { fault: 'none', broken: [] },
  { fault: 'server error', broken: ['No reply is a server error'] },
  { fault: 'hang', broken: ['Every request is answered'] },
  { fault: 'slow', broken: ['No call takes over a second by itself'] },
  { fault: 'waiting', broken: ['No call takes over a second by itself'] },
  { fault: 'exit', broken: ['The process goes on running'] },
  { fault: 'stack trace', broken: ['No stack trace goes past the log'] },
  { fault: 'memory', broken: ['Memory comes back to its level'] },
  { fault: 'valid requests refused', broken: ['Requests reach the code behind each route'] },
  { fault: 'valid requests refused until what they need is created again', broken: [] },
])('a server with the fault $fault breaks $broken', async ({ fault, broken }) => {
  expect(await brokenBy(fault)).toEqual(broken)
})
