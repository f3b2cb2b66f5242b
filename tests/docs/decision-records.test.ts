import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { headingId } from '#domain/heading-id.ts'

const FOLDER = join(import.meta.dirname, '../../docs/decisions')
const INDEX = readFileSync(join(FOLDER, 'README.md'), 'utf8')
const TARGET = String.raw`(?:\d{4}-[\w-]+\.md|superseded\.md#[\w-]+)`
const LINKS = String.raw`(\[\d+\]\(${TARGET}\)( in part)?( and )?)+`
const STATUS = new RegExp(
  String.raw`^\*\*Status:\*\* (superseded by ${LINKS}|accepted(, superseded in part by ${LINKS})?)\.( Supersedes ${LINKS}\.)?$`,
)

interface DecisionRecord {
  file: string
  number: number
  title: string
  status: string
}

/** Reads a record from its heading, such as `# 5. A route is one value`, and the status below it. */
function readRecord(file: string, text: string): DecisionRecord {
  const [heading = '', , status = ''] = text.split('\n')
  const [, number, title = ''] = /^# (\d+)\. (.+)$/.exec(heading) ?? []
  return { file, number: Number(number), title, status }
}

const CURRENT = readdirSync(FOLDER)
  .filter((file) => /^\d{4}-/.test(file))
  .map((file) => readRecord(file, readFileSync(join(FOLDER, file), 'utf8')))

/** The sections of the page of superseded records. A link within the page lacks its name. */
const SUPERSEDED = readFileSync(join(FOLDER, 'superseded.md'), 'utf8')
  .split('\n#')
  .slice(1)
  .map((section) => {
    const { number, title, status } = readRecord('', section)
    const file = `superseded.md#${headingId(`${number}. ${title}`)}`
    return { file, number, title, status: status.replaceAll('](#', '](superseded.md#') }
  })

const RECORDS = [...CURRENT, ...SUPERSEDED]

/** The files named in the part of a status that begins with the given words. */
function namedIn(status: string, words: RegExp): string[] {
  const part = status.split('. ').find((sentence) => words.test(sentence)) ?? ''
  return [...part.matchAll(new RegExp(String.raw`\((${TARGET})\)`, 'g'))].map(([, file = '']) => file)
}

test('there are records', () => {
  expect(RECORDS.length).toBeGreaterThan(60)
})

test.each(RECORDS)('$file has below its title a status line as docs/decisions/README.md says', (record) => {
  expect(record.status).toMatch(STATUS)
})

test.each(CURRENT)('$file has its number, and still holds at least in part', ({ file, number, status }) => {
  expect(file.startsWith(`${String(number).padStart(4, '0')}-`)).toBe(true)
  expect(status).toMatch(/^\*\*Status:\*\* accepted/)
})

test.each(SUPERSEDED)('$file is superseded', ({ status }) => {
  expect(status).toMatch(/^\*\*Status:\*\* superseded by/)
})

test.each(RECORDS)('$file is in the index of docs/decisions/README.md, once and with its title', (record) => {
  const entry = `- [${record.number}](${record.file}) ${record.title}\n`
  expect(INDEX.split(entry)).toHaveLength(2)
})

test('a superseded record and the later one name each other', () => {
  const pairs = (words: RegExp, order: (one: string, other: string) => string) =>
    RECORDS.flatMap(({ file, status }) => namedIn(status, words).map((other) => order(file, other))).sort()
  const superseded = pairs(/superseded (in part )?by/, (earlier, later) => `${earlier} by ${later}`)
  expect(superseded).toEqual(pairs(/^Supersedes/, (later, earlier) => `${earlier} by ${later}`))
  expect(superseded.length).toBeGreaterThan(2)
})
