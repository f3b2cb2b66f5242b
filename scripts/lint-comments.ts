// Fails when a comment begins with 'Of' or 'What': it is half a sentence, which a reader has to complete from the code.
// `npm run lint` runs it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync } from 'vite'

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
  return parseSync(file, code).comments.flatMap(({ value, start }) => {
    const line = code.slice(0, start).split('\n').length
    const continues = lines[line - 2]?.trimStart().startsWith('//') === true
    const [, word] = /^[\s*]*(Of|What)\b/.exec(value) ?? []
    return word === undefined || continues ? [] : [`${file}:${line} begins a comment with '${word}'`]
  })
}
