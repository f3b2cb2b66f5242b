import { expect, test } from 'vitest'
import { addLink, addSources, readSources, removeSource, toggleSource } from './chosen-sources.ts'

const NORTH = '1AbcNorth_spreadsheet'
const SOUTH = '1AbcSouth_spreadsheet'
const LINK = `https://docs.google.com/spreadsheets/d/${SOUTH}/edit#gid=0`
const FOLDER = 'https://drive.google.com/drive/folders/1Folder'

test('a text is read as spreadsheets and folders, each with its tab', () => {
  expect(readSources(`${NORTH}!2026-* | ${LINK}\n${FOLDER}?usp=sharing!Orders`)).toEqual([
    { place: NORTH, isFolder: false, tab: '2026-*' },
    { place: SOUTH, isFolder: false, tab: '#gid=0' },
    { place: FOLDER, isFolder: true, tab: 'Orders' },
  ])
  expect(readSources('!Orders')).toBeUndefined()
})

test('a pasted link adds its tab once, and removes no other tab of the file', () => {
  const text = addLink(`${SOUTH}!January`, LINK)
  expect(text).toBe(`${SOUTH}!January\n${SOUTH}!#gid=0`)
  expect(addLink(text, LINK)).toBe(text)
  expect(addLink(LINK, LINK)).toBe(LINK)
  expect(addLink(text, LINK.replace('#gid=0', ''))).toBe(`${text}\n${SOUTH}`)
  expect(addLink('', SOUTH)).toBe(SOUTH)
})

test('a pasted link to the first tab replaces the bare ID of its file', () => {
  expect(addLink(`${NORTH}\n${SOUTH}\n`, LINK)).toBe(`${NORTH}\n${SOUTH}!#gid=0`)
  expect(addLink(`${NORTH}\n${SOUTH}`, LINK.replace('#gid=0', '#gid=7'))).toBe(`${NORTH}\n${SOUTH}\n${SOUTH}!#gid=7`)
})

test('a place is added once, and leaves with all of its tabs', () => {
  const text = addSources(`${NORTH}!January\n${NORTH}!"a!b"\n`, [NORTH, SOUTH, FOLDER])
  expect(text).toBe(`${NORTH}!January\n${NORTH}!"a!b"\n${SOUTH}\n${FOLDER}`)
  expect(toggleSource(text, NORTH)).toBe(`${SOUTH}\n${FOLDER}`)
  expect(toggleSource('', SOUTH)).toBe(SOUTH)
  expect(toggleSource(SOUTH, SOUTH)).toBe('')
  expect(removeSource(text, 1)).toBe(`${NORTH}!January\n${SOUTH}\n${FOLDER}`)
})
