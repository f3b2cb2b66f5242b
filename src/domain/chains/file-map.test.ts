import { expect, test } from 'vitest'
import { NO_TABS } from '#domain/tasks/last-tabs.ts'
import { type MappedTask, mapFiles, stopsWithout } from './file-map.ts'

/** Copies between tabs named after their files (`ab` copies `a` to `b`), verified at an hour of the day. */
function task(path: string, hour: number | null = 12, fields: Partial<MappedTask> = {}): MappedTask {
  const [source = '', target = ''] = path
  return {
    ...{
      id: path.codePointAt(0) ?? 0,
      name: path,
      typeName: 'Type',
      typeId: 1,
      followsSource: false,
      lastTabs: NO_TABS,
    },
    ...{ sourceSsId: source, sourceSheetName: 'Data', targetSsId: target, targetSheetName: 'Data' },
    ...{ sourceSsName: null, targetSsName: target.toUpperCase() },
    verifiedAt: hour === null ? null : `2026-01-15T${String(hour).padStart(2, '0')}:00:00Z`,
    ...fields,
  }
}

function numberTasks(...given: MappedTask[]): MappedTask[] {
  return given.map((one, index) => ({ ...one, id: index + 1 }))
}

const names = (tasks: Iterable<{ name: string | null }>) => Array.from(tasks, ({ name }) => name)

test('a file has its tabs, each with what fills it and what copies it, whatever the case of their names', () => {
  const map = mapFiles(
    numberTasks(task('ab'), task('bc', 12, { sourceSheetName: 'data' }), task('bd', 12, { sourceSheetName: 'Other' })),
  )
  const file = map.files.get('b')
  expect(file).toMatchObject({ name: 'B' })
  expect(file?.tabs.map(({ name, filledBy, copiedBy }) => [name, names(filledBy), names(copiedBy)])).toEqual([
    ['Data', ['ab'], ['bc']],
    ['Other', [], ['bd']],
  ])
})

test('a task with several sources copies all of their tabs', () => {
  const moreSources = [{ source_ss_id: 'x', source_sheet_name: 'Data' }]
  const map = mapFiles(numberTasks(task('ax'), task('bc', 12, { moreSources })))
  expect(map.files.get('x')?.tabs.map(({ filledBy, copiedBy }) => [names(filledBy), names(copiedBy)])).toEqual([
    [['ax'], ['bc']],
  ])
  expect(map.chains.map(({ steps }) => names(steps).join(' '))).toEqual(['ax bc'])
  expect(names(stopsWithout(map, 'x').tasks)).toEqual(['ax', 'bc'])
})

test('a hand-out fills the tab or the file of each value, on which others depend', () => {
  const targets = ['North', 'South'].map((value) => ({ value, target_ss_id: value, target_sheet_name: 'Data' }))
  const toFiles = task('ax', 9, { splitBy: 'Branch', targets })
  const found = { value: 'East', targetSsId: 'b', sheetId: 7, title: 'East' }
  const toTabs = task('ab', 12, { splitBy: 'Branch', foundTargets: [found] })
  const onward = task('xz', 10, { sourceSsId: 'North' })
  const map = mapFiles(numberTasks(toFiles, toTabs, onward))
  expect([...map.files.values()].map(({ id, name, value }) => [id, name, value])).toEqual([
    ['a', null, null],
    ['North', null, 'North'],
    ['South', null, 'South'],
    ['b', 'B', null],
    ['z', 'Z', null],
  ])
  expect(map.files.get('b')?.tabs.map(({ name, filledBy }) => [name, names(filledBy)])).toEqual([['East', ['ab']]])
  expect(map.chains.map(({ steps, asOf }) => [names(steps).join(' '), asOf])).toEqual([
    ['ax xz', '2026-01-15T09:00:00Z'],
  ])
  expect(names(stopsWithout(map, 'a').tasks)).toEqual(['ax', 'ab', 'xz'])
  const back = task('yy', 9, { sourceSsId: 'South', targetSsId: 'a' })
  expect(names(mapFiles(numberTasks(toFiles, toTabs, back)).looping)).toEqual(['ax', 'yy'])
})

test('a hand-out by value has its file before its first run', () => {
  const map = mapFiles(
    numberTasks(task('ab', null, { splitBy: 'Branch' }), task('cd', null, { splitBy: 'Branch', targets: [] })),
  )
  expect([...map.files.values()].map(({ id, name, tabs }) => [id, name, tabs.map((tab) => tab.name)])).toEqual([
    ['a', null, ['Data']],
    ['b', 'B', ['By Branch']],
    ['c', null, ['Data']],
    ['d', 'D', ['By Branch']],
  ])
  expect(names(stopsWithout(map, 'a').files)).toEqual(['B'])
})

test('a hand-out goes on without one of its targets, and stops without its source, its list or its only file', () => {
  const targets = ['North', 'South'].map((value) => ({ value, target_ss_id: value, target_sheet_name: 'Data' }))
  const targetsFrom = { ss_id: 'list', sheet_name: '', value_column: 'A', link_column: 'B', tab_column: '' }
  const found = (id: string) => ({ value: id, targetSsId: id, sheetId: 7, title: 'Data' })
  const map = mapFiles(
    numberTasks(
      task('aN', 9, { splitBy: 'Branch', targets, targetSsId: 'North' }),
      task('lL', 9, { splitBy: 'Branch', targetsFrom, foundTargets: [found('East'), found('West')] }),
      task('bc', 9, { splitBy: 'Branch' }),
      task('xz', 9, { sourceSsId: 'North' }),
      task('yz', 9, { sourceSsId: 'South' }),
      task('wl', 9, { targetSsId: 'list' }),
    ),
  )
  const stopped = (id: string) => names(stopsWithout(map, id).tasks)
  expect(stopped('North')).toEqual(['xz'])
  expect(names(stopsWithout(map, 'North').files)).toEqual(['Z'])
  expect(stopped('East')).toEqual([])
  expect(stopped('list')).toEqual(['lL', 'wl'])
  expect(stopped('c')).toEqual(['bc'])
  expect(stopped('a')).toEqual(['aN', 'xz', 'yz'])
})

test('a chain is as old as its oldest step, and unknown if a step was never verified', () => {
  const map = mapFiles(numberTasks(task('ab', 9), task('bc', 3), task('cd', 10), task('ce', null), task('xy')))
  expect(map.chains.map(({ steps, asOf }) => [names(steps).join(' '), asOf])).toEqual([
    ['ab bc cd', '2026-01-15T03:00:00Z'],
    ['ab bc ce', null],
  ])
})

test('a chain follows the oldest of several copies into a tab', () => {
  const map = mapFiles(numberTasks(task('ac', 9), task('bc', 3), task('cd', 10)))
  expect(map.chains.map(({ steps }) => names(steps).join(' '))).toEqual(['bc cd'])
})

test('tabs with several writers and tasks that copy in a circle are marked', () => {
  const map = mapFiles(numberTasks(task('ab'), task('ba'), task('bc'), task('xc')))
  expect(names(map.looping)).toEqual(['ab', 'ba'])
  const shared = [...map.files.values()].flatMap(({ tabs }) => tabs).filter(({ key }) => map.sharedTabs.has(key))
  expect(shared.map(({ filledBy }) => names(filledBy))).toEqual([['bc', 'xc']])
  expect(map.chains.map(({ steps }) => names(steps).join(' '))).toEqual(['ba ab bc'])
})

test('without a file, its own tasks stop and all that copy on from there', () => {
  const map = mapFiles(numberTasks(task('ab'), task('bc'), task('cd'), task('ax')))
  const { tasks, files } = stopsWithout(map, 'b')
  expect(names(tasks)).toEqual(['ab', 'bc', 'cd'])
  expect(names(files)).toEqual(['C', 'D'])
  expect(stopsWithout(map, 'unknown')).toEqual({ tasks: [], files: [] })
})
