import { expect, test } from 'vitest'
import type { Cell } from '#domain/copy/cell.ts'
import { misplacedColumns } from './columns-misplaced.ts'

test.each<[string, Cell[], Cell[], { renamed: number[]; all: number[] }]>([
  ['the same columns', ['Name', 'State'], ['Name', 'State'], { renamed: [], all: [] }],
  ['another case, and blanks', ['name ', 'STATE'], ['Name', 'State'], { renamed: [], all: [] }],
  ['other blanks', ['Unit\nprice', 'Gro\u0308ße'], ['Unit price', 'Größe\u200b'], { renamed: [], all: [] }],
  ['new last columns', ['Name', ''], ['Name', 'State', 'Sum'], { renamed: [], all: [] }],
  ['two that change places', ['State', 'Name', 'Sum'], ['Name', 'State', 'Sum'], { renamed: [1, 2], all: [1, 2] }],
  ['a new first column', ['Name', 'State'], ['Sum', 'Name', 'State'], { renamed: [1, 2], all: [1, 2] }],
  ['one that is left out', ['Name', 'State', 'Sum'], ['Name', 'Sum'], { renamed: [3], all: [2, 3] }],
  ['a last one that is left out', ['Name', 'Sum'], ['Name'], { renamed: [], all: [] }],
  ['a renamed one', ['Name', 'Sum'], ['Name', 'Total'], { renamed: [], all: [2] }],
  ['columns to the left', [null, 'Name'], [null, 'Key'], { renamed: [], all: [2] }],
])('%s', (_what, held, wanted, { renamed, all }) => {
  const columns = (allowsRenamed: boolean) =>
    misplacedColumns({ held, wanted, allowsRenamed }).map(({ column }) => column)
  expect([columns(true), columns(false)]).toEqual([renamed, all])
})
