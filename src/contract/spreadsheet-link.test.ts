import { describe, expect, test } from 'vitest'
import { folderId, linkedFolder, linkedTab, spreadsheetId, spreadsheetIdFrom } from './spreadsheet-link.ts'

const ID = '1AbC-d_efGhijklmnop'

describe('the spreadsheet and the tab of a link', () => {
  test.each([
    [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=0`, '#gid=0'],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit?gid=1204#gid=1204`, '#gid=1204'],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit?usp=sharing&resourcekey=0-x`, undefined],
    [`https://docs.google.com/spreadsheets/u/1/d/${ID}/edit?gid=7`, '#gid=7'],
    [`https://docs.google.com/a/example.com/spreadsheets/d/${ID}/edit#gid=3`, '#gid=3'],
    [`https://docs.google.com/a/example.com/spreadsheets/u/0/d/${ID}/htmlview#gid=3`, '#gid=3'],
    [`https://docs.google.com/spreadsheets/d/${ID}/mobilebasic?gid=5`, '#gid=5'],
    [`https://docs.google.com/spreadsheets/d/${ID}/copy`, undefined],
    [`https://docs.google.com/spreadsheets/d/${ID}/edit#gid=8&range=A1:B2`, '#gid=8'],
    [`https://drive.google.com/open?id=${ID}`, undefined],
    [`https://drive.google.com/open?usp=drive_fs&id=${ID}`, undefined],
    [`https://drive.google.com/file/d/${ID}/view?usp=drivesdk`, undefined],
    [`https://docs.google.com/spreadsheets/ccc?key=${ID}#gid=2`, '#gid=2'],
    [`  ${ID} `, undefined],
    [`\u200b${ID}\ufeff`, undefined],
    [`"${ID}"`, undefined],
    [`“${ID}”`, undefined],
    [`<https://docs.google.com/spreadsheets/d/${ID}/edit#gid=7>`, '#gid=7'],
    [`'<\u2060${ID}>'`, undefined],
    [
      `https://www.google.com/url?q=https%3A%2F%2Fdocs.google.com%2Fspreadsheets%2Fd%2F${ID}%2Fedit%23gid%3D7&sa=D&source=editors`,
      '#gid=7',
    ],
    [`https://www.google.com/url?q=https://docs.google.com/spreadsheets/d/${ID}/edit?gid%3D7&sa=D`, '#gid=7'],
    [`https://www.google.de/url?sa=t&url=https%3A%2F%2Fdrive.google.com%2Fopen%3Fid%3D${ID}&usg=x`, undefined],
    [
      `https://mail.example.com/?url=https%3A%2F%2Fwww.google.com%2Furl%3Fq%3Dhttps%253A%252F%252Fdocs.google.com%252Fspreadsheets%252Fd%252F${ID}%252Fedit`,
      undefined,
    ],
    [`"https://accounts.google.com/ServiceLogin?continue=https%3A//docs.google.com/spreadsheets/d/${ID}/"`, undefined],
  ])('%s', (pasted, tab) => {
    expect(spreadsheetIdFrom(pasted)).toBe(ID)
    expect(linkedTab(pasted)).toBe(tab)
  })
})

test.each([
  'https://docs.google.com/spreadsheets/d/e/2PACX-1vQ/pubhtml?gid=0',
  'https://docs.google.com/spreadsheets/u/1/d/e/2PACX-1vQ/pub',
])('%s is refused as a published copy', (pasted) => {
  const { error } = spreadsheetId('Source spreadsheet').safeParse(pasted)
  expect(error?.issues.map(({ message }) => message)).toEqual([
    'Source spreadsheet: this is the published copy. Open the spreadsheet itself and copy its link.',
  ])
})

test('other text is neither an ID nor a link', () => {
  const { error } = spreadsheetId('Target spreadsheet').safeParse('my budget')
  expect(error?.issues[0]?.message).toBe('Target spreadsheet must be a spreadsheet ID or a link')
})

test.each([
  'https://drive.google.com/drive/folders/1FoL-d_er?usp=sharing',
  'https://drive.google.com/drive/u/1/folders/1FoL-d_er',
  '<https://drive.google.com/drive/mobile/folders/1FoL-d_er>',
  'https://www.google.com/url?q=https%3A%2F%2Fdrive.google.com%2Fdrive%2Ffolders%2F1FoL-d_er&sa=D',
])('%s leads to a folder', (pasted) => {
  expect(linkedFolder(pasted)).toBe('1FoL-d_er')
  expect(folderId('Folder').parse(pasted)).toBe('1FoL-d_er')
})

test('a folder ID may be in quotes too', () => {
  expect(folderId('Folder').parse('"1FoL-d_er"')).toBe('1FoL-d_er')
  expect(linkedFolder('"1FoL-d_er"')).toBeUndefined()
})

test('text that only looks encoded is refused, with a limit on decoding', () => {
  const pasted = `https://example.com/%zz?q=https%3A%2F%2F${'%25'.repeat(50)}3A`
  expect(spreadsheetId('Source').safeParse(pasted).success).toBe(false)
})
