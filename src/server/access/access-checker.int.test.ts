import { pino } from 'pino'
import { expect, test } from 'vitest'
import { eventually } from '#tests/support/eventually.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { startTestProvider } from '#tests/support/test-provider.ts'
import { createAccessChecker } from './access-checker.ts'

test('a provider that is down says nothing about the access: the last finding stays', async () => {
  await using provider = await startTestProvider()
  await using cluster = await startTestCluster()
  const { orm, now } = cluster
  const taskId = await cluster.addTask(await cluster.addType())
  const logger = pino({ level: 'silent' })
  await using checker = createAccessChecker({ orm, google: provider.google, allowedEmails: [], logger, now })
  const check = async () => {
    await checker.start()
    await eventually({ what: 'the check to end', read: async () => checker.progress, until: (left) => !left })
    return (await cluster.taskOf(taskId))?.accessFailure?.cause
  }
  const problem = await check()
  expect(problem).toBe('not_found')
  provider.emulator.faults.add({ effect: { answer: 'unavailable' } })
  expect(await check()).toBe(problem)
})
