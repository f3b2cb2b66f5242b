// Fails when a comment begins with a pronoun or with half a sentence, which readers have to complete from the code. Fails
// when the comment of a limit or a time does not begin with its kind. Fails when the number of functions named `…Of`, of
// pronouns in comments, or of names ending in a preposition exceeds its limit. Prints these numbers. `npm run lint` runs it.
import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { parseSync, Visitor } from 'vite'

/** Matches a limit or a time right after its comment. */
const LIMIT = /^[ \t]*\n[ \t]*(?:export )?const ((?:MAX|MIN)_[A-Z\d_]+|[A-Z][A-Z\d_]*_MS)\b/
const BEGINNING = /^[\s*]*(Maximum|Minimum|Delay|Time)\b/
const BAD_BEGINNING = /^[\s*]*(Of|What|One|Those|The same|It|They|That|Such|These|Others)\b/
const PRONOUN = /^(what|those|which|ones?|such|whose|that|others)$/i
const PREPOSITION =
  /[a-z](Of|In|By|At|To|For|From|With|On|Beside|Below|Above|After|Before|Into|Under|Without|Between|Among)$/
/** Maximum functions named `…Of`. A property or a verb with an object says more, so lower this number with each rename. */
const MAX_OF_NAMES = 15
/** Maximum pronouns in 1,000 words of comments. Lower this number when comments improve. */
const MAX_PRONOUNS = 18
/** Maximum percentage of functions that end in a preposition. */
const MAX_PREPOSITIONS_PERCENT = 5
/** Minimum number of words for meaningful figures. */
const MIN_WORDS = 10_000

type Comment = ReturnType<typeof parseSync>['comments'][number]

const FOLDERS = ['src', 'packages', 'tests', 'scripts', 'bench']

const files = execFileSync('git', ['ls-files', ...FOLDERS], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.([cm]?js|tsx?)$/.test(file))
const problems: string[] = []
const words: string[] = []
const functionNames: string[] = []
for (const file of files) readSource(file)

const ofNames = functionNames.filter((name) => name.endsWith('Of'))
if (ofNames.length > MAX_OF_NAMES) {
  problems.push(`${ofNames.length} functions are named '…Of', ${MAX_OF_NAMES} are allowed: give new ones a verb`)
}
const pronouns = Math.round((1000 * countMatching(words, PRONOUN)) / words.length)
const prepositions = Math.round((100 * countMatching(functionNames, PREPOSITION)) / functionNames.length)
if (words.length >= MIN_WORDS && pronouns > MAX_PRONOUNS) {
  problems.push(`${pronouns} of 1,000 words in comments are pronouns, ${MAX_PRONOUNS} are allowed: say the noun`)
}
if (words.length >= MIN_WORDS && prepositions > MAX_PREPOSITIONS_PERCENT) {
  problems.push(`${prepositions} % of functions end in a preposition, ${MAX_PREPOSITIONS_PERCENT} % are allowed`)
}
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)
console.log(
  `English: ${pronouns} pronouns in 1,000 words of comments (at most ${MAX_PRONOUNS}), ` +
    `${prepositions} % of functions end in a preposition (at most ${MAX_PREPOSITIONS_PERCENT} %), ` +
    `${ofNames.length} in 'Of' (at most ${MAX_OF_NAMES})`,
)

function readSource(file: string): void {
  const code = readFileSync(file, 'utf8')
  const { comments, program } = parseSync(file, code)
  for (const comment of comments) {
    words.push(...(comment.value.match(/[A-Za-z']+/g) ?? []))
    const problem = problemIn(comment, code)
    if (problem !== undefined) problems.push(`${file}:${lineAt(code, comment.start)} ${problem}`)
  }
  const addName = (node: { name: string } | { type: string } | null) => {
    if (node && 'name' in node) functionNames.push(node.name)
  }
  new Visitor({
    FunctionDeclaration: ({ id }) => addName(id),
    VariableDeclarator: ({ id, init }) => isFunction(init) && addName(id),
    MethodDefinition: ({ key }) => addName(key),
    Property: ({ key, value }) => isFunction(value) && addName(key),
  }).visit(program)
}

function countMatching(texts: readonly string[], pattern: RegExp): number {
  return texts.filter((text) => pattern.test(text)).length
}

function isFunction(node: { type: string } | null): boolean {
  return node?.type === 'ArrowFunctionExpression' || node?.type === 'FunctionExpression'
}

function problemIn({ value, start, end }: Comment, code: string): string | undefined {
  const before = code.slice(0, start).split('\n').at(-2) ?? ''
  if (before.trimStart().startsWith('//')) return undefined
  const [, word] = BAD_BEGINNING.exec(value) ?? []
  if (word !== undefined) return `begins a comment with '${word}'`
  const [, limit] = LIMIT.exec(code.slice(end)) ?? []
  if (limit === undefined || BEGINNING.test(value)) return undefined
  return `says of ${limit} neither 'Maximum', 'Minimum' or 'Delay' at its beginning, nor 'Time'`
}

function lineAt(code: string, position: number): number {
  return code.slice(0, position).split('\n').length
}
