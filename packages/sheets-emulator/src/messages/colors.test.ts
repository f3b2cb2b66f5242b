import { describe, expect, test } from 'vitest'
import { pairColorMask, pairColors } from './colors.ts'

describe('paired fields', () => {
  test('either color field sets both, at any depth', () => {
    const green = { green: 1 }
    const red = { red: 1 }
    const sent = { backgroundColor: green, textFormat: { bold: true, foregroundColorStyle: { rgbColor: red } } }
    expect(pairColors(sent)).toEqual({
      backgroundColor: green,
      backgroundColorStyle: { rgbColor: green },
      textFormat: { bold: true, foregroundColor: red, foregroundColorStyle: { rgbColor: red } },
    })
    expect(pairColors({ borders: { top: { style: 'SOLID', color: red } } })).toEqual({
      borders: { top: { style: 'SOLID', color: red, colorStyle: { rgbColor: red } } },
    })
  })

  test('the newer field wins', () => {
    const style = { rgbColor: { blue: 1 } }
    const both = { tabColor: { blue: 1 }, tabColorStyle: style }
    expect(pairColors({ tabColor: { red: 1 }, tabColorStyle: style })).toEqual(both)
    expect(pairColors({ tabColorStyle: style, tabColor: { red: 1 } })).toEqual(both)
  })

  test('a theme color has no RGB counterpart', () => {
    const sent = { tabColorStyle: { themeColor: 'ACCENT1' } }
    expect(pairColors(sent)).toEqual(sent)
  })

  test('a style without a color, as a null in it leaves it, removes both', () => {
    expect(pairColors({ tabColorStyle: {}, title: 'x' })).toEqual({ title: 'x' })
    expect(pairColors({ tabColorStyle: { rgbColor: {} } })).toEqual({ tabColor: {}, tabColorStyle: { rgbColor: {} } })
  })

  test('a mask that names one field selects both', () => {
    expect(pairColorMask(new Map([['textFormat', new Map([['foregroundColor', 'all']])]]))).toEqual(
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
    expect(pairColorMask('all')).toBe('all')
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
  ])('%j is stored as %j', (sent, stored) => {
    expect(pairColors({ color: sent })).toEqual({ color: stored, colorStyle: { rgbColor: stored } })
  })
})
