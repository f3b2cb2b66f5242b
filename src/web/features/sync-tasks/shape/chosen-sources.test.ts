import { expect, test } from 'vitest'
import { addSources, readPlace, readSources, removeSource, toggleSource } from './chosen-sources.ts'

const NORTH = '1AbcNorth_spreadsheet'
const SOUTH = '1AbcSouth_spreadsheet'
const LINK = `https://docs.google.com/spreadsheets/d/${SOUTH}/edit#gid=0`
const FOLDER = 'https://drive.google.com/drive/folders/1Folder'

test('a text is read as spreadsheets and folders, each with its tab', () => {
  expect(readSources(`${NORTH}!2026-* | ${LINK}\n${FOLDER}?usp=sharing!Orders`)).toEqual([
    { place: NORTH, isFolder: false, tab: '2026-*' },
    { place: SOUTH, isFolder: false, tab: '' },
    { place: FOLDER, isFolder: true, tab: 'Orders' },
  ])
  expect(readSources('!Orders')).toBeUndefined()
})

test.each([
  [LINK, SOUTH],
  [`${FOLDER}?usp=sharing`, FOLDER],
  [NORTH, NORTH],
])('the link or ID %s names one place', (picked, place) => {
  expect(readPlace(picked)).toBe(place)
})

test('a place is added once, and leaves with all of its tabs', () => {
  const text = addSources(`${NORTH}!January\n${NORTH}!"a!b"\n`, [NORTH, SOUTH, FOLDER])
  expect(text).toBe(`${NORTH}!January\n${NORTH}!"a!b"\n${SOUTH}\n${FOLDER}`)
  expect(toggleSource(text, NORTH)).toBe(`${SOUTH}\n${FOLDER}`)
  expect(toggleSource('', SOUTH)).toBe(SOUTH)
  expect(toggleSource(SOUTH, SOUTH)).toBe('')
  expect(removeSource(text, 1)).toBe(`${NORTH}!January\n${SOUTH}\n${FOLDER}`)
})
