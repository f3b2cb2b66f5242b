// Fails when a comment begins with 'Of' or 'What': it is half a sentence, which a reader has to complete from the code. Fails
// when the comment of a limit or a time does not begin with what it limits or with what takes it.
// `npm run lint` runs it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

/** A constant that is a limit or a time, right after its comment. */
const LIMIT = /^[ \t]*\n[ \t]*(?:export )?const ((?:MAX|MIN)_[A-Z\d_]+|[A-Z][A-Z\d_]*_MS)\b/
const BEGINNING = /^[\s*]*(Maximum|Minimum|Delay|Time)\b/

const FOLDERS = ['src', 'packages', 'tests', 'scripts', 'bench']

const files = execFileSync('git', ['ls-files', ...FOLDERS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.([cm]?js|tsx?)$/.test(file))
const problems = files.flatMap(problemsIn)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

function problemsIn(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const lines = code.split('\n')
  return parseSync(file, code).comments.flatMap(({ value, start, end }) => {
    const line = code.slice(0, start).split('\n').length
    if (lines[line - 2]?.trimStart().startsWith('//') === true) return []
    const [, word] = /^[\s*]*(Of|What)\b/.exec(value) ?? []
    if (word !== undefined) return [`${file}:${line} begins a comment with '${word}'`]
    const [, limit] = LIMIT.exec(code.slice(end)) ?? []
    if (limit === undefined || BEGINNING.test(value)) return []
    return [`${file}:${line} says of ${limit} neither 'Maximum', 'Minimum' or 'Delay' at its beginning, nor 'Time'`]
  })
}
