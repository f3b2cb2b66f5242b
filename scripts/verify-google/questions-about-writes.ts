import type { Question } from './question.ts'

export const questionsAboutWrites: readonly Question[] = [
  {
    id: 'merge',
    question: 'What happens to a write to a cell that a merge hides, and is it counted?',
    assumed: 'it is dropped without an error, and counted',
    ask: async (calls) => {
      const { sheetId, at } = await calls.newTab()
      const range = { sheetId, startRowIndex: 0, endRowIndex: 1, startColumnIndex: 0, endColumnIndex: 3 }
      await calls.batchUpdate({ mergeCells: { range, mergeType: 'MERGE_ALL' } })
      const update = await calls.write({ range: at('A1:D1'), values: [['a', 'b', 'c', 'd']] })
      const batch = await calls.writeBatch(at('A1:D1'), [['e', 'f', 'g', 'h']])
      const values = await calls.read(at('A1:D1'))
      const merges = await calls.send({ method: 'GET', url: `${calls.root}?fields=sheets(properties.sheetId,merges)` })
      await calls.batchUpdate({ unmergeCells: { range } })
      return { update, batch, values, merges, afterUnmerge: await calls.read(at('A1:D1')) }
    },
  },
  {
    id: 'merge-part',
    question: 'In which words does Google refuse a part of a merge?',
    assumed: 'You must select all cells in a merged range to merge or unmerge them.',
    ask: async (calls) => {
      const { sheetId } = await calls.newTab()
      const range = { sheetId, startRowIndex: 0, endRowIndex: 2, startColumnIndex: 0, endColumnIndex: 2 }
      await calls.batchUpdate({ mergeCells: { range, mergeType: 'MERGE_ALL' } })
      return await calls.batchUpdate({ unmergeCells: { range: { ...range, endRowIndex: 1 } } })
    },
  },
  {
    id: 'spill',
    question: 'What happens to a write into the results of an array formula, and what do they read as formulas?',
    assumed: 'the anchor turns into #REF! and the rest is blank; results read as values',
    ask: async (calls) => {
      const { at } = await calls.newTab()
      await calls.write({ range: at('A1'), values: [['={1;2;3}']], input: 'USER_ENTERED' })
      const before = { values: await calls.read(at('A1:A3')), asFormula: await calls.read(at('A1:A3'), 'FORMULA') }
      const cells = await calls.cells(at('A1:A3'))
      const reply = await calls.write({ range: at('A3'), values: [['mine']] })
      return { before, cells, reply, after: await calls.read(at('A1:A3')), cellsAfter: await calls.cells(at('A1:A3')) }
    },
  },
  {
    id: 'spill-edge',
    question: 'Does an array formula make the grid larger?',
    assumed: 'no: it shows #REF! and says how many rows or columns are missing',
    ask: async (calls) => {
      const gridProperties = { rowCount: 5, columnCount: 3 }
      const { sheetId, at } = await calls.newTab({ gridProperties })
      const values = [['=SEQUENCE(4)'], [null], [null], ['={1,2,3,4}']]
      await calls.write({ range: at('B2'), values, input: 'USER_ENTERED' })
      const grids = await calls.send({ method: 'GET', url: `${calls.root}?fields=sheets.properties` })
      return { sheetId, values: await calls.read(at('A1:C5')), grids }
    },
  },
  {
    id: 'overflow',
    question: 'Does a write that begins inside the grid and ends outside make it larger?',
    assumed: 'no: 400',
    ask: async (calls) => {
      const { at } = await calls.newTab({ gridProperties: { rowCount: 2, columnCount: 2 } })
      const overflow = [['a'], ['b'], ['c'], ['d']]
      return {
        anchor: await calls.write({ range: at('A1'), values: overflow }),
        batch: await calls.writeBatch(at('A1:A4'), overflow),
      }
    },
  },
  {
    id: 'validation',
    question: 'Does a strict validation rule refuse a write, and is it counted?',
    assumed: 'the API writes what a person could not type',
    ask: async (calls) => {
      const { sheetId, at } = await calls.newTab()
      const condition = { type: 'ONE_OF_LIST', values: [{ userEnteredValue: 'yes' }] }
      const range = { sheetId, endRowIndex: 2, endColumnIndex: 1 }
      const rule = await calls.batchUpdate({ setDataValidation: { range, rule: { condition, strict: true } } })
      return { rule, reply: await calls.writeBatch(at('A1'), [['no'], ['yes']]), values: await calls.read(at('A1:A2')) }
    },
  },
  {
    id: 'protection',
    question: 'What does a protected range look like to the account that made it?',
    assumed: 'it may edit it, and is listed as an editor or not',
    ask: async (calls) => {
      const { sheetId, at } = await calls.newTab()
      const protectedRange = { range: { sheetId, endRowIndex: 2 }, description: 'Nano Sync asks' }
      const added = await calls.batchUpdate({ addProtectedRange: { protectedRange } })
      return { added, write: await calls.write({ range: at('A1'), values: [['x']] }) }
    },
  },
  {
    id: 'growing',
    question: 'What comes first when rows and columns change in one request?',
    assumed: 'rows grow before columns shrink, so it can exceed 10,000,000 cells in between',
    ask: async (calls) => {
      const { sheetId } = await calls.newTab({ gridProperties: { rowCount: 100, columnCount: 1_000 } })
      const properties = { sheetId, gridProperties: { rowCount: 100_000, columnCount: 2 } }
      return await calls.batchUpdate({
        updateSheetProperties: { properties, fields: 'gridProperties(rowCount,columnCount)' },
      })
    },
  },
  {
    id: 'sorting',
    question: 'What goes with a row that a range is sorted by, and are hidden rows sorted too?',
    assumed: 'values, notes, formats and validation; formulas name their own row; hidden rows are sorted too',
    ask: async (calls) => {
      const { sheetId, at } = await calls.newTab()
      const values = [
        [3, '=A1*2'],
        [2, '=A2*2'],
        [1, '=A3*2'],
      ]
      await calls.write({ range: at('A1'), values, input: 'USER_ENTERED' })
      const note = { start: { sheetId, rowIndex: 0, columnIndex: 1 }, rows: [{ values: [{ note: 'three' }] }] }
      const hidden = { range: { sheetId, dimension: 'ROWS', startIndex: 1, endIndex: 2 }, fields: 'hiddenByUser' }
      await calls.batchUpdate({ updateCells: { ...note, fields: 'note' } })
      await calls.batchUpdate({ updateDimensionProperties: { ...hidden, properties: { hiddenByUser: true } } })
      const range = { sheetId, startRowIndex: 0, endRowIndex: 3, startColumnIndex: 0, endColumnIndex: 2 }
      const sorted = await calls.batchUpdate({
        sortRange: { range, sortSpecs: [{ dimensionIndex: 0, sortOrder: 'ASCENDING' }] },
      })
      return { sorted, formulas: await calls.read(at('A1:B3'), 'FORMULA'), cells: await calls.cells(at('A1:B3')) }
    },
  },
]
