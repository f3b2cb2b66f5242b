import { pino } from 'pino'
import { expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { watchNodeHealth } from './node-health.ts'

const STALLED = 'The workers of this node do not poll for runs'

/** A node whose parts a test can break. */
function watch() {
  const broken: { problem?: string; localFault?: string; isUnreachable: boolean } = { isUnreachable: false }
  const sentences: string[] = []
  let checks = 0
  const health = watchNodeHealth({
    database: {
      problem: async () => undefined,
      async acceptsConnections() {
        checks += 1
        return !broken.isUnreachable
      },
    },
    queue: { problem: () => broken.problem, localFault: () => broken.localFault },
    logger: pino({ level: 'silent' }),
    timing: { checkEveryMs: 2, giveUpAfterMs: 20 },
    onUnrecoverable: (sentence) => sentences.push(sentence),
  })
  const nextChecks = (count: number) => {
    const until = checks + count
    return eventually({ what: `${count} checks`, read: () => checks, until: (made) => made >= until })
  }
  return { broken, sentences, health, nextChecks, [Symbol.asyncDispose]: () => health[Symbol.asyncDispose]() }
}

test('a node that does not recover although the database takes connections gives up with a sentence', async () => {
  await using node = watch()
  node.broken.problem = STALLED
  await eventually({ what: 'the node to give up', read: () => node.sentences.length, until: (count) => count > 0 })
  expect(node.sentences[0]).toMatch(
    /^The workers of this node do not poll for runs\. This node has not recovered within \d+ s and ends\. Start it again\.$/,
  )
  expect(await node.health.problem()).toBe(STALLED)
  expect(node.health.isDatabaseAway).toBe(false)
})

test('a node without its database waits for it, however long, and has its full time to recover afterwards', async () => {
  await using node = watch()
  node.broken.problem = STALLED
  node.broken.isUnreachable = true
  await node.nextChecks(30)
  expect([node.health.isDatabaseAway, node.sentences]).toEqual([true, []])
  node.broken.isUnreachable = false
  await node.nextChecks(2)
  expect(node.health.isDatabaseAway).toBe(false)
  delete node.broken.problem
  expect(await node.health.problem()).toBeUndefined()
})

test('a node whose disk is full is not ready', async () => {
  await using node = watch()
  node.broken.localFault = 'This node cannot write temporary files (ENOSPC: no space left on device, write)'
  expect(await node.health.problem()).toBe(node.broken.localFault)
})
