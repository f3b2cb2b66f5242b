import { expect, test } from 'vitest'
import { targetCopies } from '#server/storage/schema.ts'
import { idsOfMatchingTasks } from '#server/tasks/matching-tasks.ts'
import { readTabGraph } from '#server/tasks/tab-graph.ts'
import { rowsRead } from '#tests/support/rows-read.ts'
import { startTestCluster } from '#tests/support/test-cluster.ts'
import { readUpstream } from './read-chains.ts'

const HAND_OUTS = 3
const TARGETS = 10
/** Maximum reads of the table by one part of a query: one read per hand-out, although there are ten times as many sources. */
const MAX_READS = HAND_OUTS

test('the files of hand-outs are read once for all sources', async () => {
  await using cluster = await startTestCluster()
  const { orm } = cluster
  const fillingId = await cluster.addType({ name: 'Filling' })
  const typeId = await cluster.addType({ name: 'Following', afterSource: true, dependsOnId: fillingId })
  const targetsFrom = { ss_id: 'List', sheet_name: '', value_column: 'A', link_column: 'B', tab_column: 'C' }
  const handOuts: number[] = []
  const followers: number[] = []
  for (let at = 0; at < HAND_OUTS; at += 1) {
    const taskId = await cluster.addTask(fillingId, { splitBy: 'Branch', targetSsId: 'List', targetsFrom })
    const files = Array.from({ length: TARGETS }, (_, target) => `File ${at} ${target}`)
    const copy = { tab: 'Data', place: '', left: {}, sheetId: 7 }
    await orm
      .insert(targetCopies)
      .values(files.map((file) => ({ ...copy, taskId, value: file, valueKey: file, targetSsId: file })))
    for (const file of files) {
      followers.push(
        await cluster.addTask(typeId, { sourceSsId: file, sourceSheetName: 'Data', targetSsId: `Of ${file}` }),
      )
    }
    handOuts.push(taskId)
  }
  const copiesRead = async (work: Parameters<typeof rowsRead>[1]['work']) => {
    const { scanned, byIndex } = await rowsRead(orm, { table: 'target_copies', work })
    return (scanned + byIndex) / (HAND_OUTS * TARGETS)
  }
  let upstream: Awaited<ReturnType<typeof readUpstream>> | undefined
  // Expect one read for the chains, one for the tabs of their hand-outs, and one for the order of the types.
  const forRuns = await copiesRead(async (tx) => (upstream = await readUpstream(tx, followers)))
  expect(forRuns).toBeLessThanOrEqual(3 * MAX_READS)
  expect(followers.map((id) => upstream?.get(id))).toEqual(handOuts.flatMap((id) => Array(TARGETS).fill([id])))
  const files = Array.from({ length: TARGETS }, (_, target) => `File 0 ${target}`)
  expect(await copiesRead((tx) => readTabGraph(tx, { files }))).toBeLessThanOrEqual(2 * MAX_READS)
  expect(await copiesRead((tx) => idsOfMatchingTasks(tx, { targetSsId: 'File 0 1' }))).toBeLessThanOrEqual(MAX_READS)
  expect(await idsOfMatchingTasks(orm, { targetSsId: 'File 0 1' })).toEqual(handOuts.slice(0, 1))
})
