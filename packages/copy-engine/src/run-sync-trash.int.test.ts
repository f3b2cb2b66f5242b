import { expect, test } from 'vitest'
import { countRequests } from '#tests/support/count-requests.ts'
import { createMemoryProvider, type MemoryProvider } from '#tests/support/memory-provider.ts'
import { afterCopy, buildJob, type Ran, sync } from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'

function after(job: SyncJob, ran: Ran): SyncJob {
  return { ...afterCopy(job, ran), fileChecks: { ...job.fileChecks, maySkip: true } }
}

async function copied(memory: MemoryProvider, over: Partial<SyncJob> = {}) {
  const sourceId = await memory.spreadsheet({ rows: [['Name'], ['Ada'], ['Grace']] })
  const targetId = await memory.spreadsheet({})
  const job = buildJob({ sourceId, targetId, fileChecks: { preparesSkip: true }, ...over })
  return { sourceId, targetId, job, next: after(job, await sync(memory.provider, job)) }
}

const warnings = ({ log }: Awaited<ReturnType<typeof sync>>) =>
  log.filter(({ level }) => level === 'WARNING').map(({ message }) => message)
const FIX = 'Drive deletes it after 30 days. Restore it, or choose another spreadsheet in the task.'

test('a copy to a spreadsheet in the trash ends in Warning, the first one too, until it is restored', async () => {
  const memory = createMemoryProvider()
  const { targetId, job, next } = await copied(memory)
  await memory.setInTrash(targetId, true)
  for (const each of [job, next]) {
    const { outcome, drive } = await countRequests(memory, () => sync(memory.provider, each))
    expect(outcome).toMatchObject({ kind: 'copied', status: 'Warning' })
    expect(warnings(outcome)).toEqual([`The target spreadsheet "Untitled spreadsheet" is in the trash; ${FIX}`])
    expect(drive).toBe(each.last.memory ? 2 : 1)
  }
  await memory.setInTrash(targetId, false)
  expect(await sync(memory.provider, next)).toMatchObject({ kind: 'copied', status: 'Success' })
})

test('a run that nobody need look at is not skipped while a file is in the trash', async () => {
  const memory = createMemoryProvider()
  const { sourceId, targetId, next } = await copied(memory)
  const prepared = after(next, await sync(memory.provider, next))
  expect(await sync(memory.provider, prepared)).toMatchObject({ kind: 'skipped' })
  for (const id of [sourceId, targetId]) {
    await memory.setInTrash(id, true)
    expect(await sync(memory.provider, prepared)).toMatchObject({ kind: 'copied', status: 'Warning' })
    await memory.setInTrash(id, false)
  }
})

test('a source in the trash is named by a run that asks for it', async () => {
  const memory = createMemoryProvider()
  const { sourceId, job } = await copied(memory, { fileChecks: { preparesSkip: false } })
  await memory.setInTrash(sourceId, true)
  expect(await sync(memory.provider, job)).toMatchObject({ status: 'Success' })
  const asking: SyncJob = { ...job, fileChecks: { ...job.fileChecks, mayBeInTrash: true } }
  const outcome = await sync(memory.provider, asking)
  expect(outcome).toMatchObject({ kind: 'copied', status: 'Warning' })
  expect(warnings(outcome)).toEqual([`The source spreadsheet "Untitled spreadsheet" is in the trash; ${FIX}`])
  await memory.setInTrash(sourceId, false)
  expect(await sync(memory.provider, asking)).toMatchObject({ status: 'Success' })
})
