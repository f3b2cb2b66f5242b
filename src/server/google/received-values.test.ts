import fc from 'fast-check'
import { expect, test } from 'vitest'
import { jsonBytes } from '#domain/copy/json-bytes.ts'
import { receiveValues } from './received-values.ts'

const anyText = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom('"values":[[1]]', ']]}]}', '],['))

test('values are read however the response is put together', () => {
  fc.assert(
    fc.property(
      anyText,
      fc.array(fc.array(fc.oneof(anyText, fc.integer()))),
      fc.constantFrom('compact', 'indented', 'values first'),
      (tab, values, form) => {
        const range = { range: `'${tab}'!A1:B2`, majorDimension: 'ROWS', values }
        const { values: _, ...rest } = range
        const ranges = form === 'values first' ? { values, ...rest } : range
        const body = JSON.stringify({ spreadsheetId: 'x', valueRanges: [ranges] }, null, form === 'indented' ? 2 : 0)
        const received = receiveValues(body)
        expect(received.range).toBe(range.range)
        expect(received.rows).toEqual(values)
        if (received.text) expect(JSON.parse(received.text.json)).toEqual(values)

        const sample = { ...ranges, values: [[1, 'two'], []] }
        const sampled = JSON.stringify(
          { spreadsheetId: 'x', valueRanges: [ranges, sample, rest] },
          null,
          form === 'indented' ? 2 : 0,
        )
        const both = receiveValues(sampled, 2)
        expect([both.range, both.rows, both.sampleBytes]).toEqual([
          range.range,
          values,
          [jsonBytes([1, 'two']) + jsonBytes([]), 0],
        ])
        if (both.text) expect(JSON.parse(both.text.json)).toEqual(values)
      },
    ),
  )
})

test('a range without values has no rows', () => {
  const body = JSON.stringify({ spreadsheetId: 'x', valueRanges: [{ range: 'A1:B2', majorDimension: 'ROWS' }] })
  const { rows, text, cells } = receiveValues(body)
  expect([rows, text?.json, cells]).toEqual([[], '[]', 0])
})
