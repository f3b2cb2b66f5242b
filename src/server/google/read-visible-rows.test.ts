import { expect, test } from 'vitest'
import { receiveRows } from './read-visible-rows.ts'

const RANGE = { tab: 'Orders', firstRow: 3, firstColumn: 1, lastRow: 9, lastColumn: 4 }
const gridProperties = { rowCount: 7, columnCount: 3 }

test('rows read as among values, with the hidden ones and the part of the range that is inside the grid', () => {
  const values = [
    { effectiveValue: { numberValue: 1.5 } },
    {},
    { effectiveValue: { boolValue: false } },
    { effectiveValue: { stringValue: '' } },
  ]
  const errors = [
    { effectiveValue: { errorValue: { type: 'N_A', message: 'No match' } } },
    { effectiveValue: { errorValue: { type: 'ERROR' } } },
  ]
  const data = [
    {
      rowData: [{ values }, {}, { values: errors }, { values: [{}] }],
      rowMetadata: [{}, { hiddenByUser: true }, { hiddenByFilter: true }, {}, {}],
    },
  ]
  const received = receiveRows({ sheets: [{ properties: { title: 'Orders', gridProperties }, data }] }, RANGE)
  expect(received.rows).toEqual([[1.5, '', false], [], ['#N/A (No match)', '#ERROR!']])
  expect(received.hidden).toEqual([4, 5])
  expect(received.inGrid).toEqual({ ...RANGE, lastRow: 7, lastColumn: 3 })
  expect(received.text?.count).toBe(3)
})
