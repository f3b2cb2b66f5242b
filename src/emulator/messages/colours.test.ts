import { describe, expect, test } from 'vitest'
import { pairColourMask, pairColours } from './colours.ts'

describe('pairing', () => {
  test('either field of a colour sets both, at any depth', () => {
    const green = { green: 1 }
    const red = { red: 1 }
    const sent = { backgroundColor: green, textFormat: { bold: true, foregroundColorStyle: { rgbColor: red } } }
    expect(pairColours(sent)).toEqual({
      backgroundColor: green,
      backgroundColorStyle: { rgbColor: green },
      textFormat: { bold: true, foregroundColor: red, foregroundColorStyle: { rgbColor: red } },
    })
    expect(pairColours({ borders: { top: { style: 'SOLID', color: red } } })).toEqual({
      borders: { top: { style: 'SOLID', color: red, colorStyle: { rgbColor: red } } },
    })
  })

  test('the newer field wins', () => {
    const style = { rgbColor: { blue: 1 } }
    const both = { tabColor: { blue: 1 }, tabColorStyle: style }
    expect(pairColours({ tabColor: { red: 1 }, tabColorStyle: style })).toEqual(both)
    expect(pairColours({ tabColorStyle: style, tabColor: { red: 1 } })).toEqual(both)
  })

  test('a colour of the theme has no red, green and blue', () => {
    const sent = { tabColorStyle: { themeColor: 'ACCENT1' } }
    expect(pairColours(sent)).toEqual(sent)
  })

  test('a mask that names one field means both', () => {
    expect(pairColourMask(new Map([['textFormat', new Map([['foregroundColor', 'all']])]]))).toEqual(
      new Map([
        [
          'textFormat',
          new Map([
            ['foregroundColor', 'all'],
            ['foregroundColorStyle', 'all'],
          ]),
        ],
      ]),
    )
    expect(pairColourMask('all')).toBe('all')
  })
})

describe('channels', () => {
  test.each([
    [
      { red: 0.25, green: 0, blue: 1, alpha: 1 },
      { red: 0.2509804, blue: 1 },
    ],
    [{ red: 0.5 }, { red: 0.49803922 }],
    [{ red: 2, green: -1 }, { red: 1 }],
    [{ blue: 0.25882354 }, { blue: 0.25882354 }],
    [{}, {}],
  ])('%j is kept as %j', (sent, kept) => {
    expect(pairColours({ color: sent })).toEqual({ color: kept, colorStyle: { rgbColor: kept } })
  })
})
