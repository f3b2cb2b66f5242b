import { type Calls, field, type Tab } from './calls.ts'
import { driveFile } from './drive-file.ts'
import type { Question } from './question.ts'

/** Drive learns of an edit up to three minutes late, at times ten. */
const VERSION_CHECKS = 20
const VERSION_PAUSE_MS = 30_000
const LOCALES = ['de_DE', 'es_ES', 'it_IT']
const FAILING = ['=NA()', '=#REF!', '=NOSUCHFUNCTION()', '=1/0', '=1+"a"', '=SQRT(-1)', '=1+']

/** A tab with checkboxes in A1:A4, three of which are checked. */
async function addCheckboxes(calls: Calls): Promise<Tab & { rule: unknown }> {
  const tab = await calls.newTab({ gridProperties: { rowCount: 4, columnCount: 2 } })
  const range = { sheetId: tab.sheetId, startRowIndex: 0, endRowIndex: 4, startColumnIndex: 0, endColumnIndex: 1 }
  const rule = await calls.batchUpdate({ setDataValidation: { range, rule: { condition: { type: 'BOOLEAN' } } } })
  await calls.write({ range: tab.at('A1'), values: [[true], [true], [true]] })
  return { ...tab, rule }
}

/** Whether and when the version of the file changes after something was done to it. */
export async function versionAfter(calls: Calls, act: () => Promise<unknown>): Promise<unknown> {
  const before = await driveFile(calls)
  if (before.status !== 200) return { before }
  const reply = await act()
  for (let check = 1; check <= VERSION_CHECKS; check += 1) {
    await calls.pause(VERSION_PAUSE_MS)
    const after = await driveFile(calls)
    const hasChanged = field(after.body, 'version') !== field(before.body, 'version')
    if (hasChanged) return { reply, before, after, withinSeconds: (check * VERSION_PAUSE_MS) / 1_000 }
  }
  return { reply, before, after: 'no change' }
}

export const questionsThatDecide: readonly Question[] = [
  {
    id: 'range-beyond-grid',
    question: 'Does spreadsheets.get limit A1:ZZZ1000 to a narrower grid?',
    assumed: 'yes, as values.get does',
    decides: 'If it is refused, each run that knows nothing of its tabs takes one more read: ask for the size first.',
    ask: async (calls) => {
      const { at } = await calls.newTab({ gridProperties: { rowCount: 5, columnCount: 3 } })
      await calls.write({ range: at('A1'), values: [['x']] })
      const range = encodeURIComponent(at('A1:ZZZ1000'))
      const fields = 'sheets(properties.gridProperties,data.rowData.values.effectiveValue)'
      const cells = await calls.send({ method: 'GET', url: `${calls.root}?ranges=${range}&fields=${fields}` })
      return { cells, values: await calls.read(at('A1:ZZZ1000')) }
    },
  },
  {
    id: 'error-words',
    question: 'How do values word errors in sheets of de_DE, es_ES and it_IT?',
    assumed: 'short capitals after #, such as #NV, #¡REF!, #NOME?, perhaps with a message in parentheses',
    decides: 'Which texts are asked about with effectiveValue.errorValue: the pattern of readLocalErrorText.',
    ask: async (calls) => {
      const { at } = await calls.newTab()
      await calls.write({ range: at('A1'), values: FAILING.map((formula) => [formula]), input: 'USER_ENTERED' })
      const answers: Record<string, unknown> = {}
      const setLocale = (locale: string) =>
        calls.batchUpdate({ updateSpreadsheetProperties: { properties: { locale }, fields: 'locale' } })
      for (const locale of LOCALES) {
        const set = await setLocale(locale)
        const range = at(`A1:A${FAILING.length}`)
        answers[locale] = { set: set.status, values: await calls.read(range), cells: await calls.cells(range) }
      }
      return { formulas: FAILING, answers, back: (await setLocale('en_US')).status }
    },
  },
  {
    id: 'checkbox-clear',
    question: 'What does an empty text written to a checkbox leave?',
    assumed: 'FALSE, in the reply too',
    decides: 'Whether a cleared row beside checkboxes can ever be verified, or has to end in Warning.',
    ask: async (calls) => {
      const { rule, at } = await addCheckboxes(calls)
      const reply = await calls.writeBatch(at('A1:A2'), [[''], [null]])
      const cleared = await calls.send({
        method: 'POST',
        url: `${calls.root}/values/${encodeURIComponent(at('A3'))}:clear`,
      })
      return { rule, reply, cleared, cells: await calls.cells(at('A1:A4')) }
    },
  },
  {
    id: 'checkbox-rows',
    question: 'What do rows hold that are added below checkboxes?',
    assumed: 'nothing, or FALSE if the new rows take the validation over',
    decides: 'Whether making room adds cells that a run has to clear again, and names as edited by hand.',
    ask: async (calls) => {
      const { sheetId, at } = await addCheckboxes(calls)
      const appended = await calls.batchUpdate({ appendDimension: { sheetId, dimension: 'ROWS', length: 2 } })
      const properties = { sheetId, gridProperties: { rowCount: 8 } }
      const grown = await calls.batchUpdate({
        updateSheetProperties: { properties, fields: 'gridProperties.rowCount' },
      })
      const range = encodeURIComponent(at('A1:B8'))
      const fields = 'sheets.data.rowData.values(userEnteredValue,effectiveValue,dataValidation)'
      const cells = await calls.send({ method: 'GET', url: `${calls.root}?ranges=${range}&fields=${fields}` })
      return { appended, grown, cells }
    },
  },
  {
    id: 'copy-restricted',
    question: 'Can a file with restricted copying (copyRequiresWriterPermission) be read and written?',
    assumed: 'writers notice nothing; readers read values as before',
    decides: 'Whether a refusal needs a sentence of its own.',
    ask: (calls) =>
      withFileChange(calls, {
        on: { copyRequiresWriterPermission: true },
        off: { copyRequiresWriterPermission: false },
      }),
  },
  {
    id: 'locked',
    question: 'What do reads and writes of a locked file (contentRestrictions.readOnly) answer?',
    assumed: 'reads work; writes answer 403, and capabilities.canEdit is false',
    decides: 'Whether "share it as an Editor" is wrong for locked files: they need "unlock it" instead.',
    ask: (calls) =>
      withFileChange(calls, {
        on: { contentRestrictions: [{ readOnly: true, reason: 'Nano Sync asks' }] },
        off: { contentRestrictions: [{ readOnly: false }] },
      }),
  },
  {
    id: 'null-write-version',
    question: 'Does a write of a null, as the nightly access check sends it, raise the version of the file?',
    assumed: 'unknown',
    decides:
      "If it does, each night adds to the version history of every target, and Drive's capabilities.canEdit is to be asked instead where Drive is on.",
    ask: async (calls) => {
      const { at } = await calls.newTab()
      await calls.pause(VERSION_PAUSE_MS)
      return await versionAfter(calls, () => calls.write({ range: at('A1'), values: [[null]] }))
    },
  },
  {
    id: 'equal-write-version',
    question: 'Does an API write raise the version, also of the value that a cell holds already?',
    assumed: 'yes',
    decides: 'Whether a run may trust the version of a target that only API clients write.',
    ask: async (calls) => {
      const { at } = await calls.newTab()
      const write = () => calls.write({ range: at('A1'), values: [['the same']] })
      const first = await versionAfter(calls, write)
      return { first, same: await versionAfter(calls, write) }
    },
  },
]

interface FileChange {
  on: object
  off: object
}

/** Reads and writes while the file has other properties in Drive. */
async function withFileChange(calls: Calls, { on, off }: FileChange): Promise<unknown> {
  const { at } = await calls.newTab()
  const url = `${calls.driveUrl}/drive/v3/files/${calls.spreadsheetId}`
  const changed = await calls.send({ method: 'PATCH', url, body: on })
  const write = await calls.write({ range: at('A1'), values: [['x']] })
  const answer = { changed, write, values: await calls.read(at('A1')), file: await driveFile(calls) }
  return { ...answer, back: (await calls.send({ method: 'PATCH', url, body: off })).status }
}
