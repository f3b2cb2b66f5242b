import { expect, test } from 'vitest'
import { countRequests } from '#tests/support/count-requests.ts'
import { setInTrash } from '#tests/support/set-in-trash.ts'
import {
  afterCopy,
  buildJob,
  type Ran,
  startTestProvider,
  sync,
  type TestProvider,
} from '#tests/support/test-provider.ts'
import type { SyncJob } from './job/sync-job.ts'

function after(job: SyncJob, ran: Ran): SyncJob {
  return { ...afterCopy(job, ran), fileChecks: { ...job.fileChecks, maySkip: true } }
}

async function copied(provider: TestProvider, over: Partial<SyncJob> = {}) {
  const sourceId = await provider.spreadsheet({ rows: [['Name'], ['Ada'], ['Grace']] })
  const targetId = await provider.spreadsheet({})
  const job = buildJob({ sourceId, targetId, fileChecks: { preparesSkip: true }, ...over })
  return { sourceId, targetId, job, next: after(job, await sync(provider.google, job)) }
}

const warnings = ({ log }: Awaited<ReturnType<typeof sync>>) =>
  log.filter(({ level }) => level === 'WARNING').map(({ message }) => message)
const FIX = 'Drive deletes it after 30 days. Restore it, or choose another spreadsheet in the task.'

test('a copy to a spreadsheet in the trash ends in Warning, the first one too, until it is restored', async () => {
  await using provider = await startTestProvider()
  const { targetId, job, next } = await copied(provider)
  await setInTrash(provider, { id: targetId, trashed: true })
  for (const each of [job, next]) {
    const { outcome, drive } = await countRequests(provider, () => sync(provider.google, each))
    expect(outcome).toMatchObject({ kind: 'copied', status: 'Warning' })
    expect(warnings(outcome)).toEqual([`The target spreadsheet "Untitled spreadsheet" is in the trash; ${FIX}`])
    expect(drive).toBe(each.last.memory ? 2 : 1)
  }
  await setInTrash(provider, { id: targetId, trashed: false })
  expect(await sync(provider.google, next)).toMatchObject({ kind: 'copied', status: 'Success' })
})

test('a run that nobody need look at is not skipped while a file is in the trash', async () => {
  await using provider = await startTestProvider()
  const { sourceId, targetId, next } = await copied(provider)
  const prepared = after(next, await sync(provider.google, next))
  expect(await sync(provider.google, prepared)).toMatchObject({ kind: 'skipped' })
  for (const id of [sourceId, targetId]) {
    await setInTrash(provider, { id, trashed: true })
    expect(await sync(provider.google, prepared)).toMatchObject({ kind: 'copied', status: 'Warning' })
    await setInTrash(provider, { id, trashed: false })
  }
})

test('a source in the trash is named by a run that asks for it', async () => {
  await using provider = await startTestProvider()
  const { sourceId, job } = await copied(provider, { fileChecks: { preparesSkip: false } })
  await setInTrash(provider, { id: sourceId, trashed: true })
  expect(await sync(provider.google, job)).toMatchObject({ status: 'Success' })
  const asking: SyncJob = { ...job, fileChecks: { ...job.fileChecks, mayBeInTrash: true } }
  const outcome = await sync(provider.google, asking)
  expect(outcome).toMatchObject({ kind: 'copied', status: 'Warning' })
  expect(warnings(outcome)).toEqual([`The source spreadsheet "Untitled spreadsheet" is in the trash; ${FIX}`])
  await setInTrash(provider, { id: sourceId, trashed: false })
  expect(await sync(provider.google, asking)).toMatchObject({ status: 'Success' })
})
