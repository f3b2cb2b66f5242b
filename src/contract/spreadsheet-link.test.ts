import { describe, expect, test } from 'vitest'
import { linkedTab, spreadsheetId, spreadsheetIdFrom } from './spreadsheet-link.ts'

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
