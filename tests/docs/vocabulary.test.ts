import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, Visitor } from 'vite'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../..')
const SOURCES = globSync(
  ['src', 'packages/copy-engine/src'].map((folder) => `${folder}/**/*.{ts,tsx}`),
  {
    cwd: ROOT,
    exclude: ['**/*.test.{ts,tsx}', 'src/server/samples/**'],
  },
)

/** Synonyms that texts must not use, each with the right word. */
const WORDS = [
  { other: /\b([Ww]ork)?[Ss]heets?\b/, word: 'tab, or spreadsheet for the whole file' },
  { other: /\bworkbooks?\b/i, word: 'spreadsheet' },
  { other: /\bexecut\w*\b/i, word: 'run' },
  { other: /\bjobs?\b/i, word: 'run' },
  { other: /\bfailures?\b/i, word: 'error' },
  { other: /\b(blocked|suspended|on hold)\b/i, word: 'held' },
  { other: /\b(aborted|terminated)\b/i, word: 'stopped, or not run' },
  { other: /\bmodif(y|ied|ication)\w*\b/i, word: 'edit of settings, or change of cells' },
  { other: /\b(change|changed|changes) (the )?settings\b/i, word: 'edit of settings' },
  { other: /\bedited cell values?\b/i, word: 'changed cells' },
]

/** Texts the specification fixes, with their words, and names of other products. */
const FIXED = [
  /Google Sheets/g,
  /Google Drive and Sheets/g,
  /Drive API and (the )?Sheets/g,
  /Sheets API/g,
  /(source|target|first|Source|Target|First) sheet( name)?/g,
  /^ sheet name$/g,
  /Error executing (all|sync) tasks?/g,
  /job status/g,
  /\b(CSV|background|recorded) jobs?\b|x-csv-job-id/g,
  /Hand out to many sheets/g,
  /a workbook, such as an Excel file/g,
]

/** SQL and the parameters of requests. */
const IS_PROGRAM = /[a-z]_(id|at)\b|\b[a-z]+Time desc/
const IS_SENTENCE = /[a-z,)] [a-z(]|^[A-Z][a-z]+$/

test('texts use one word for each thing', () => {
  const problems = SOURCES.flatMap((file) => {
    const { program } = parseSync(file, readFileSync(join(ROOT, file), 'utf8'))
    return [...textsIn(program)].flatMap((text) => {
      const free = FIXED.reduce((rest, fixed) => rest.replaceAll(fixed, ''), text)
      const found = WORDS.filter(({ other }) => other.test(free))
      return found.map(({ other, word }) => `${file}: "${text}" has ${other.exec(free)?.[0]}, not ${word}`)
    })
  })
  expect(problems).toEqual([])
})

test('texts are found in code', () => {
  const code = 'const page = <p title="One worksheet">The {`the job ended`} run</p>'
  const { program } = parseSync('page.tsx', code)
  expect([...textsIn(program)]).toEqual(['One worksheet', 'The', 'the job ended'])
})

function textsIn(program: ReturnType<typeof parseSync>['program']): Set<string> {
  const texts = new Set<string>()
  const add = (text: string) => {
    if (IS_SENTENCE.test(text) && !IS_PROGRAM.test(text)) texts.add(text)
  }
  new Visitor({
    Literal: ({ value }) => typeof value === 'string' && add(value),
    TemplateElement: ({ value }) => add(value.cooked ?? ''),
    JSXText: ({ value }) => add(value.trim()),
  }).visit(program)
  return texts
}
