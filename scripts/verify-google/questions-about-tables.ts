import type { Calls, Tab } from './calls.ts'
import type { Question } from './question.ts'

/** A table with a column of dates, a column of choices and a column without a type. */
async function addTable(calls: Calls): Promise<Tab & { tableId: string; added: unknown }> {
  const tab = await calls.newTab()
  const tableId = `table${tab.sheetId}`
  const values = [{ userEnteredValue: 'open' }, { userEnteredValue: 'done' }]
  const table = {
    ...{ tableId, name: `Orders_${tab.sheetId}` },
    range: { sheetId: tab.sheetId, startRowIndex: 0, endRowIndex: 4, startColumnIndex: 0, endColumnIndex: 3 },
    columnProperties: [
      { columnIndex: 0, columnName: 'Day', columnType: 'DATE' },
      {
        ...{ columnIndex: 1, columnName: 'State', columnType: 'DROPDOWN' },
        dataValidationRule: { condition: { type: 'ONE_OF_LIST', values } },
      },
      { columnIndex: 2, columnName: 'Note' },
    ],
  }
  return { ...tab, tableId, added: await calls.batchUpdate({ addTable: { table } }) }
}

const box = (sheetId: number, column: number) => ({
  ...{ sheetId, startRowIndex: 1, endRowIndex: 2, startColumnIndex: column, endColumnIndex: column + 1 },
})

export const questionsAboutTables: readonly Question[] = [
  {
    id: 'table-format',
    question: 'Which formats does a typed column refuse, and in which words?',
    assumed: "You can't set the number format of cells in a typed column.",
    ask: async (calls) => {
      const { sheetId, added } = await addTable(calls)
      const cell = { userEnteredFormat: { numberFormat: { type: 'NUMBER', pattern: '0' } } }
      const fields = 'userEnteredFormat.numberFormat'
      const format = (column: number) =>
        calls.batchUpdate({ repeatCell: { range: box(sheetId, column), cell, fields } })
      return { added, typed: await format(0), choices: await format(1), untyped: await format(2) }
    },
  },
  {
    id: 'table-operations',
    question: 'Which other operations does a typed column refuse?',
    assumed: 'This operation is not allowed on cells in typed columns',
    ask: async (calls) => {
      const { sheetId } = await addTable(calls)
      const destination = box(sheetId, 0)
      const condition = { type: 'BOOLEAN' }
      return {
        paste: await calls.batchUpdate({
          copyPaste: { source: box(sheetId, 2), destination, pasteType: 'PASTE_FORMAT' },
        }),
        validation: await calls.batchUpdate({ setDataValidation: { range: destination, rule: { condition } } }),
        merge: await calls.batchUpdate({
          mergeCells: { range: { ...destination, endColumnIndex: 2 }, mergeType: 'MERGE_ALL' },
        }),
      }
    },
  },
  {
    id: 'table-values',
    question: 'What happens to values of another type in a typed column, and are they counted?',
    assumed: 'they are written and counted',
    ask: async (calls) => {
      const { at } = await addTable(calls)
      const reply = await calls.writeBatch(at('A2:C4'), [
        [46_000, 'open', 1],
        ['no date', 'neither', 'x'],
        [true, 5, false],
      ])
      return { reply, cells: await calls.cells(at('A2:C4')) }
    },
  },
  {
    id: 'table-edge',
    question: 'Does a table grow when values are written right below it?',
    assumed: 'no',
    ask: async (calls) => {
      const { at } = await addTable(calls)
      await calls.writeBatch(at('A5'), [[46_001, 'done', 'below']])
      return await calls.send({ method: 'GET', url: `${calls.root}?fields=sheets.tables(name,range)` })
    },
  },
  {
    id: 'table-delete',
    question: 'Do the cells of a deleted table stay?',
    assumed: 'yes',
    ask: async (calls) => {
      const { at, tableId } = await addTable(calls)
      await calls.writeBatch(at('A2'), [[46_000, 'open', 'x']])
      const reply = await calls.batchUpdate({ deleteTable: { tableId } })
      return { reply, values: await calls.read(at('A1:C4')) }
    },
  },
]
