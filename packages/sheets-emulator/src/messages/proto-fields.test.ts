import { describe, expect, test } from 'vitest'
import { double, int32, list, message, parseMessage, text } from './proto-fields.ts'

const inner = message('GridRange', { sheetId: int32() })
const schema = message('Sheet', { count: int32(), size: double(), names: list(text()), ranges: list(inner) })
const parse = (body: unknown) => parseMessage(schema, { body })

describe("as Google's JSON reader does", () => {
  test.each([
    [{ count: '12' }, { count: 12 }],
    [{ count: '1.2e1' }, { count: 12 }],
    [{ size: '-0.5' }, { size: -0.5 }],
    [{ names: 'one' }, { names: ['one'] }],
    [{ ranges: { sheetId: 1 } }, { ranges: [{ sheetId: 1 }] }],
    [{ ranges: [[{ sheetId: 1 }], { sheetId: 2 }] }, { ranges: [{ sheetId: 1 }, { sheetId: 2 }] }],
    [{ ranges: [null, { sheetId: 2 }] }, { ranges: [{}, { sheetId: 2 }] }],
    [{ ranges: [] }, { ranges: [] }],
  ])('reads %j', (body, read) => {
    expect(parse(body)).toEqual(read)
  })

  test.each([
    [{ count: '1.5' }, `Invalid value at 'count' (TYPE_INT32), 1.5`],
    [{ count: 'many' }, `Invalid value at 'count' (TYPE_INT32), "many"`],
    [{ size: true }, `Invalid value at 'size' (TYPE_DOUBLE), true`],
    [{ names: [5] }, `Invalid value at 'names[0]' (TYPE_STRING), 5`],
    [{ ranges: 'A1' }, `Invalid value at 'ranges[0]' (type.googleapis.com/google.apps.sheets.v4.GridRange), "A1"`],
    [{ nothing: 1 }, 'Invalid JSON payload received. Unknown name "nothing": Cannot find field.'],
    [{ ranges: [{ sheet: 1 }] }, `Unknown name "sheet" at 'ranges[0]': Cannot find field.`],
    [{ charts: [] }, 'This provider does not support "charts".'],
  ])('refuses %j', (body, expected) => {
    expect(() => parse(body)).toThrow(expected)
  })
})
