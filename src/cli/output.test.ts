import { PassThrough } from 'node:stream'
import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { createOutput, type Output } from './output.ts'

const HOSTILE = 'a\u001b[2Jb\u009b31mc\u202ed\u2066e\ufeff\r\nf'

async function written(write: (output: Output) => void, isTerminal = false): Promise<string> {
  const [stdout, stderr] = [new PassThrough(), new PassThrough()]
  write(createOutput({ stdout, stderr, isTerminal }))
  stdout.end()
  stderr.end()
  return (await text(stdout)) + (await text(stderr))
}

test.each<{ what: string; write: (output: Output) => void; isTerminal?: boolean }>([
  { what: 'a line', write: (output) => output.line(HOSTILE) },
  { what: 'a problem', write: (output) => output.problem(HOSTILE) },
  { what: 'a cell of a table', write: (output) => output.table([HOSTILE], [['Name', (row) => row]]) },
  { what: 'the head of a table', write: (output) => output.table(['row'], [[HOSTILE, (row) => row]]) },
  { what: 'JSON', write: (output) => output.json({ name: HOSTILE }) },
  { what: 'JSON on one line', write: (output) => output.jsonLine({ name: HOSTILE }) },
  { what: 'a file on a terminal', write: (output) => output.file(HOSTILE), isTerminal: true },
])('$what has no control characters and does not change the order of text', async ({ write, isTerminal }) => {
  const shown = await written(write, isTerminal)
  expect(shown).toMatch(/[a-f]/)
  expect(shown).not.toMatch(/[^\P{C}\n]/u)
})

test('programs read from JSON, and from a file, exactly what the server answered', async () => {
  const value = { name: `${HOSTILE}\u{e0041}` }
  expect(JSON.parse(await written((output) => output.json(value)))).toEqual(value)
  expect(JSON.parse(await written((output) => output.jsonLine(value)))).toEqual(value)
  expect(await written((output) => output.file(HOSTILE))).toBe(HOSTILE)
})

test('emoji and scripts that are written with joiners stay as they are', async () => {
  expect(await written((output) => output.line('👩\u200d🚀 می\u200cخواهم'))).toBe('👩\u200d🚀 می\u200cخواهم\n')
})
