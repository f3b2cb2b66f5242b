import { expect, test } from 'vitest'
import { mapFiles } from '#domain/chains/file-map.ts'
import { NO_TABS } from '#domain/tasks/last-tabs.ts'
import { buildTaskReply } from '#tests/support/build-task-reply.ts'
import { foldTargets } from './fold-targets.ts'
import type { MapTask } from './use-mapped-tasks.ts'

function buildTask(id: number, fields: Partial<MapTask>): MapTask {
  return {
    ...{ id, name: `T${id}`, typeId: 1, typeName: 'Type', followsSource: false, lastTabs: NO_TABS },
    ...{ sourceSsId: 'master', sourceSheetName: 'Data', targetSsId: 'own', targetSheetName: 'Data' },
    ...{ sourceSsName: 'Master', targetSsName: null, verifiedAt: null, task: buildTaskReply({ id }) },
    ...fields,
  }
}

const values = Array.from({ length: 40 }, (_, at) => `B${at}`)

function fold(tasks: readonly MapTask[]) {
  const { files, places, folded } = foldTargets(mapFiles(tasks), tasks)
  const shown = files.map(({ id, name, tabs }) => [id, name, tabs.map((tab) => tab.name)])
  return { shown, folded, fileIds: new Set([...places.values()].map(({ fileId }) => fileId)) }
}

test('40 files of a hand-out are one in the graph, except for a file that another task copies', () => {
  const targets = values.map((value) => ({ value, target_ss_id: value, target_sheet_name: '' }))
  const handOut = buildTask(1, { splitBy: 'Branch', targets })
  const onward = buildTask(2, { sourceSsId: 'B7', sourceSheetName: '', sourceSsName: null, targetSsId: 'end' })
  const { shown, folded, fileIds } = fold([handOut, onward])
  expect(shown).toEqual([
    ['master', 'Master', ['Data']],
    ['B7', null, ['']],
    ['end', null, ['Data']],
    ['targets-1', '39 files', ['By Branch']],
  ])
  expect(folded.get('targets-1')).toBe(handOut)
  expect([...fileIds].toSorted()).toEqual(['B7', 'end', 'master', 'targets-1'])
})

test('40 tabs of a hand-out are one line of their file, except for a tab that another task copies', () => {
  const foundTargets = values.map((value, sheetId) => ({ value, targetSsId: 'own', sheetId, title: value }))
  const handOut = buildTask(1, { splitBy: 'Branch', foundTargets, targetSsName: 'Branches' })
  const onward = buildTask(2, { sourceSsId: 'own', sourceSheetName: 'B7', targetSsId: 'end' })
  expect(fold([handOut, onward]).shown).toEqual([
    ['master', 'Master', ['Data']],
    ['own', 'Branches', ['B7', '39 tabs by Branch']],
    ['end', null, ['Data']],
  ])
  expect(fold([buildTask(1, { splitBy: 'Branch', foundTargets: foundTargets.slice(0, 3) })]).shown).toEqual([
    ['master', 'Master', ['Data']],
    ['own', null, ['B0', 'B1', 'B2']],
  ])
})
