import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const FOLDER = join(import.meta.dirname, '../../docs/decisions')
const INDEX = readFileSync(join(FOLDER, 'README.md'), 'utf8')
const LINKS = String.raw`(\[\d+\]\(\d{4}-[\w-]+\.md\)( in part)?( and )?)+`
const STATUS = new RegExp(
  String.raw`^\*\*Status:\*\* (superseded by ${LINKS}|accepted(, superseded in part by ${LINKS})?)\.( Supersedes ${LINKS}\.)?$`,
)

interface DecisionRecord {
  file: string
  number: number
  title: string
  status: string
}

const RECORDS = readdirSync(FOLDER)
  .filter((file) => /^\d{4}-/.test(file))
  .map((file): DecisionRecord => {
    const [heading = '', , status = ''] = readFileSync(join(FOLDER, file), 'utf8').split('\n')
    const [, number, title = ''] = /^# (\d+)\. (.+)$/.exec(heading) ?? []
    return { file, number: Number(number), title, status }
  })

/** The files named in a part of a status, which begins with the given words. */
function namedIn(status: string, words: RegExp): string[] {
  const part = status.split('. ').find((sentence) => words.test(sentence)) ?? ''
  return [...part.matchAll(/\((\d{4}-[\w-]+\.md)\)/g)].map(([, file = '']) => file)
}

test('there are records', () => {
  expect(RECORDS.length).toBeGreaterThan(60)
})

test.each(RECORDS)(
  '$file has its number, and below its title a status line as docs/decisions/README.md says',
  (record) => {
    expect(record.file.startsWith(`${String(record.number).padStart(4, '0')}-`)).toBe(true)
    expect(record.status).toMatch(STATUS)
  },
)

test.each(RECORDS)('$file is in the index of docs/decisions/README.md, once and with its title', (record) => {
  const entry = `- [${record.number}](${record.file}) ${record.title}\n`
  expect(INDEX.split(entry)).toHaveLength(2)
})

test('a superseded record and the later one name each other', () => {
  const pairs = (words: RegExp, order: (one: string, other: string) => string) =>
    RECORDS.flatMap(({ file, status }) => namedIn(status, words).map((other) => order(file, other))).sort()
  const superseded = pairs(/superseded/, (earlier, later) => `${earlier} by ${later}`)
  expect(superseded).toEqual(pairs(/^Supersedes/, (later, earlier) => `${earlier} by ${later}`))
  expect(superseded.length).toBeGreaterThan(2)
})
