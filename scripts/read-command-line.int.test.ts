import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { COMPILED_FOLDER } from '#tests/support/compiled-folder.ts'
import { type Ended, runInShell } from '#tests/support/run-in-shell.ts'

const ROOT = join(import.meta.dirname, '..')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(await readFile(join(ROOT, 'package.json'), 'utf8')))
/** Commands that start our own programs, with these programs. */
const programs = Object.entries(scripts).flatMap(([name, line]) => {
  const [, program] = /^node (\S+\.ts)$/.exec(line) ?? []
  return program === undefined ? [] : [{ name, program: join(ROOT, program) }]
})

/** Runs a program in an empty folder. The result includes the files that it left there. */
async function run(program: string, words: string): Promise<Ended & { left: string[] }> {
  const cwd = await mkdtemp(join(tmpdir(), 'nano-sync-command-'))
  try {
    const env = { DATA_DIR: join(cwd, 'data'), NO_COLOR: '1', NODE_COMPILE_CACHE: COMPILED_FOLDER }
    const ended = await runInShell(`${process.execPath} ${program} ${words}`, { cwd, env })
    return { ...ended, left: await readdir(cwd) }
  } finally {
    await rm(cwd, { recursive: true, force: true })
  }
}

test.each(programs)('$name --help says what the command does, and does nothing', async ({ name, program }) => {
  const { code, stdout, stderr, left } = await run(program, '--help')
  expect({ code, stderr, left }).toEqual({ code: 0, stderr: '', left: [] })
  expect(stdout).toMatch(new RegExp(`^Usage: npm run ${name} -- \\[options\\][^\n]*\n\n[A-Z].+\\.\n.*-h, --help`, 's'))
})

test.each([
  { name: 'doctor', words: 'now', problem: 'too many arguments. Expected 0 arguments but got 1: now.' },
  { name: 'backup', words: '--unknown', problem: "unknown option '--unknown'" },
  { name: 'restore', words: '', problem: "missing required argument 'folder'" },
  {
    name: 'tour',
    words: 'word',
    problem:
      "command-argument value 'word' is invalid for argument 'url'. Give an address such as http://127.0.0.1:3000.",
  },
  {
    name: 'bench',
    words: 'unknown',
    problem:
      "command-argument value 'unknown' is invalid for argument 'benchmarks'. Allowed choices are calls, events, open-pages, attacks, first-load, start, queue, sorting, wave, copy-speed, copy, shape, hand-out, edits, day, ten-thousand, guards.",
  },
  {
    name: 'fuzz',
    words: '--minutes 0',
    problem: "option '--minutes <number>' argument '0' is invalid. Give a number above 0.",
  },
  {
    name: 'test:chaos',
    words: '--seed 1.5',
    problem: "option '--seed <number>' argument '1.5' is invalid. Give a whole number.",
  },
])('$name refuses "$words"', async ({ name, words, problem }) => {
  const { program = '' } = programs.find((each) => each.name === name) ?? {}
  expect(await run(program, words)).toEqual({ code: 2, stdout: '', stderr: `error: ${problem}\n`, left: [] })
})
