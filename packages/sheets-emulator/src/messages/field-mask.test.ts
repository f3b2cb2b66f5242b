import { describe, expect, test } from 'vitest'
import { applyFieldMask, maskIncludes, parseFieldMask } from './field-mask.ts'
import { messageShapes, unknownField } from './message-shapes.ts'

const reply = {
  id: 'x',
  properties: { title: 'T', locale: 'en_US' },
  sheets: [
    { properties: { sheetId: 0, title: 'A' }, data: [{ rowData: [] }] },
    { properties: { sheetId: 7, title: 'B' } },
  ],
}

function masked(fields: string): unknown {
  const mask = parseFieldMask(fields)
  return mask && applyFieldMask(reply, mask)
}

describe('a mask', () => {
  test.each([
    ['*', reply],
    ['id', { id: 'x' }],
    ['id,properties.title', { id: 'x', properties: { title: 'T' } }],
    ['properties/title', { properties: { title: 'T' } }],
    ['properties(title,locale)', { properties: { title: 'T', locale: 'en_US' } }],
    ['properties(*)', { properties: reply.properties }],
    ['properties.*', { properties: reply.properties }],
    ['sheets.properties(sheetId)', { sheets: [{ properties: { sheetId: 0 } }, { properties: { sheetId: 7 } }] }],
    [
      'sheets(properties/title,data(rowData))',
      { sheets: [{ properties: { title: 'A' }, data: [{ rowData: [] }] }, { properties: { title: 'B' } }] },
    ],
    ['sheets/data', { sheets: [{ data: [{ rowData: [] }] }, {}] }],
    ['properties.title,properties.locale', { properties: { title: 'T', locale: 'en_US' } }],
    [' id , properties . title ', { id: 'x', properties: { title: 'T' } }],
    ['sheets(*),id', { id: 'x', sheets: reply.sheets }],
  ])('%s selects', (fields, expected) => {
    expect(masked(fields)).toEqual(expected)
  })

  test.each(['', 'a,', ',a', 'a(b', 'a)b', 'a..b', 'a(', 'a()', 'a(b)c'])('%j is malformed', (fields) => {
    expect(parseFieldMask(fields)).toBeUndefined()
  })

  test.each(['a.'.repeat(9999), 'a('.repeat(9999)])('an endlessly nested mask is malformed', (fields) => {
    expect(parseFieldMask(`${fields}b`)).toBeUndefined()
  })

  test('reports whether it includes a path', () => {
    const mask = parseFieldMask('sheets(properties,data/rowData)')
    expect(mask && maskIncludes(mask, 'sheets', 'data', 'rowData', 'values')).toBe(true)
    expect(mask && maskIncludes(mask, 'sheets', 'data', 'rowMetadata')).toBe(false)
  })
})

describe('the shape of a reply', () => {
  test.each(Object.entries(messageShapes))('%s is a valid mask', (_name, shape) => {
    expect(parseFieldMask(shape)).toBeDefined()
  })

  test.each([
    ['sheets.properties.titel', 'sheets.properties.titel'],
    ['foo', 'foo'],
    ['sheets(properties(sheetId),data/rowData/values/userEnteredFormat/numberFormat)', undefined],
    ['sheets.*.title', undefined],
  ])('in %s, the first unknown field is %s', (fields, unknown) => {
    const mask = parseFieldMask(fields) ?? 'all'
    expect(unknownField(mask, 'spreadsheet')).toBe(unknown)
  })
})
