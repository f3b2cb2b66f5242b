import fc from 'fast-check'
import { expect, test } from 'vitest'
import { noFeatures } from '../store/sheet-features.ts'
import type { Sheet } from '../store/sheets.ts'
import { quoteTitle } from './a1.ts'
import { clampToGrid, resolveRange } from './resolve-range.ts'

const sheet = (title: string, index = 0): Sheet => ({
  gridId: index + 1,
  spreadsheetId: 'x',
  sheetId: index,
  title,
  index,
  rowCount: 1000,
  columnCount: 26,
  look: {},
  type: 'GRID',
  features: noFeatures,
  hasFormulas: false,
})

test('a quoted title finds its tab, whatever it contains', () => {
  const titles = fc.string({ minLength: 1, unit: 'grapheme' })
  fc.assert(
    fc.property(titles, (title) => {
      const quoted = `'${title.replaceAll("'", "''")}'`
      expect(resolveRange([sheet('Other_', 1), sheet(title)], `${quoted}!B2`).sheet.title).toBe(title)
      expect(resolveRange([sheet('Other_', 1), sheet(title)], quoted).sheet.title).toBe(title)
      expect(resolveRange([sheet('Other_', 1), sheet(title)], `${quoteTitle(title)}!A1`).sheet.title).toBe(title)
    }),
  )
})

test('text that reads as a cell means a cell of the first visible tab', () => {
  const sheets = [{ ...sheet('Hidden'), look: { hidden: true } }, sheet('First', 1), sheet('ENT1', 2)]
  expect(resolveRange(sheets, 'B3').sheet.title).toBe('First')
  expect(resolveRange(sheets, 'ENT1').sheet.title).toBe('First')
  expect(resolveRange(sheets, "'ENT1'").sheet.title).toBe('ENT1')
})

test('finds titles regardless of case', () => {
  expect(resolveRange([sheet('DATA')], 'data!A1').sheet.title).toBe('DATA')
})

test.each(['NOPE!A5:F15', 'Sheet1!', 'Sheet1!A1:B2:C3', 'A1:B2:C3', "'Sheet1!A1", '', 'Sheet1!Sheet1'])(
  'rejects %j and quotes it as sent',
  (text) => {
    expect(() => resolveRange([sheet('Sheet1')], text)).toThrow(`Unable to parse range: ${text}`)
  },
)

test('a range that starts inside the grid is limited to it', () => {
  const { box } = clampToGrid(resolveRange([sheet('Sheet1')], 'Y990:AB2000'))
  expect(box).toEqual({ startRow: 989, startColumn: 24, endRow: 1000, endColumn: 26 })
})

test.each([
  ['A5000:B5001', 'Range (Sheet1!A5000:B5001) exceeds grid limits. Max rows: 1000, max columns: 26'],
  ['AA1', 'Range (Sheet1!AA1) exceeds grid limits. Max rows: 1000, max columns: 26'],
  ['A1001:ZZ', 'Range (Sheet1!A1001:ZZ) exceeds grid limits. Max rows: 1000, max columns: 26'],
])('rejects %s, which starts outside the grid', (text, message) => {
  expect(() => clampToGrid(resolveRange([sheet('Sheet1')], text))).toThrow(message)
})
