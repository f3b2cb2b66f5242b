// Fails when a regular expression in src or packages can take more than linear time on some text, so a long input cannot block
// the app. `npm run lint` runs it, and keeps the safe patterns in safe-patterns.json, because Recheck takes a minute for all patterns.
// Commit the file with a changed pattern. Recheck only runs in JavaScript here, because package.json replaces its binaries of 30 MB
// with a tiny package.
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import recheck from 'recheck/lib/browser.js'
import { parseSync, Visitor } from 'vite'
import { z } from 'zod'
import { builtPatterns, cappedPatterns } from './pattern-exceptions.ts'

/**
 * Limits for Recheck. The slowest pattern needs a few seconds on an idle machine, and has enough time on a busy machine. The
 * single steps have no time limit: Recheck reports a step that exceeds its time as an attack, so safe patterns would fail on a
 * busy machine. Their input limits the steps instead.
 */
const LIMITS = { timeout: 180_000, attackTimeout: null, incubationTimeout: null, seedingTimeout: null }
const SAFE_PATTERNS = 'scripts/safe-patterns.json'

interface Pattern {
  place: string
  source: string
  flags: string
}

/** Patterns that one version of Recheck has found safe. */
const SafePatterns = z.object({ recheck: z.string(), patterns: z.array(z.string()) })

const usedExceptions = new Set<string>()
const { version } = z
  .object({ version: z.string() })
  .parse(JSON.parse(readFileSync('node_modules/recheck/package.json', 'utf8')))
const knownPatterns = readSafePatterns()
const safePatterns = new Set<string>()
const files = execFileSync('git', ['ls-files', 'src', 'packages'], { encoding: 'utf8' })
  .split('\n')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
const problems = files.flatMap(problemsIn)
for (const exception of [...Object.keys(cappedPatterns), ...Object.keys(builtPatterns)]) {
  if (!usedExceptions.has(exception)) problems.push(`Remove the exception that nothing needs: ${exception}`)
}
const patterns = [...safePatterns].sort()
writeFileSync(SAFE_PATTERNS, `${JSON.stringify({ recheck: version, patterns }, null, 2)}\n`)
for (const problem of problems) console.error(problem)
if (problems.length > 0) process.exit(1)

function problemsIn(file: string): string[] {
  const code = readFileSync(file, 'utf8')
  const { program, errors } = parseSync(file, code)
  const found: string[] = errors.map(({ message }) => `${file}: ${message}`)
  const formatPlace = ({ start }: { start: number }) => `${file}:${code.slice(0, start).split('\n').length}`
  const refuseBuilt = (node: { start: number; callee: { type: string } }) => {
    const { callee } = node
    if (!('name' in callee) || callee.name !== 'RegExp') return
    usedExceptions.add(file)
    if (!(file in builtPatterns))
      found.push(`${formatPlace(node)} builds a pattern: write a literal, which can be checked`)
  }
  new Visitor({
    Literal: (node) => {
      if (!('regex' in node)) return
      const { pattern: source, flags } = node.regex
      found.push(...findProblems({ place: formatPlace(node), source, flags }))
    },
    NewExpression: refuseBuilt,
    CallExpression: refuseBuilt,
  }).visit(program)
  return found
}

function findProblems({ place, source, flags }: Pattern): string[] {
  const literal = `/${source}/${flags}`
  const verdict = knownPatterns.has(literal) ? 'safe' : verdictOn(source, flags)
  if (verdict === 'safe') {
    safePatterns.add(literal)
    return []
  }
  usedExceptions.add(literal)
  return literal in cappedPatterns ? [] : [`${place} ${verdict}: ${literal}`]
}

/** Returns 'safe' or the problem. Drops the flag `d`, which does not affect the time and is unknown to Recheck. */
function verdictOn(source: string, flags: string): string {
  const result = recheck.checkSync(source, flags.replace('d', ''), LIMITS)
  if (result.status === 'safe') return 'safe'
  if (result.status === 'unknown') return `cannot be checked (${result.error.kind})`
  return `takes ${result.complexity.summary} time, as on ${result.attack.pattern}`
}

/** Reads the patterns that earlier runs found safe. */
function readSafePatterns(): ReadonlySet<string> {
  if (!existsSync(SAFE_PATTERNS)) return new Set()
  const { recheck, patterns } = SafePatterns.parse(JSON.parse(readFileSync(SAFE_PATTERNS, 'utf8')))
  return new Set(recheck === version ? patterns : [])
}
