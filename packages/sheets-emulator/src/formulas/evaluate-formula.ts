import type { FormulaResult } from '../store/cell.ts'
import { formulaFunctions } from './formula-functions.ts'
import { FormulaFailure, failed, first, NotComputed, one, type Results, toNumber, toText } from './formula-value.ts'

const tokenPattern =
  /\s*("(?:[^"]|"")*"|#[A-Z/]+[!?]|#N\/A|\d+(?:\.\d*)?(?:e[+-]?\d+)?|\.\d+|[a-z_][a-z0-9_.]*|[-+*/&%(){},;])/iy

/** Maximum length of a formula; longer ones are not computed. */
const MAX_FORMULA_LENGTH = 2000
const MAX_DEPTH = 50

const notComputed = failed('#ERROR!', 'The built-in spreadsheets do not compute this formula.')

/**
 * Computes a formula of literals, arrays, arithmetic and the functions in `formulaFunctions`. A formula with anything
 * else, such as a reference to a cell, gives an error that says so.
 */
export function evaluateFormula(formula: string, now: Date): Results {
  if (formula.length > MAX_FORMULA_LENGTH) return notComputed
  if (/^=\s*$|[-+*/&(,;{]\s*$/.test(formula)) return failed('#ERROR!', 'Formula parse error.')
  const tokens = tokenize(formula.slice(1))
  if (!tokens) return notComputed
  try {
    const reader = new FormulaReader(tokens, now)
    const results = reader.text()
    return reader.isAtEnd ? results.map((row) => row.map(withFiniteValue)) : notComputed
  } catch (error) {
    if (error instanceof FormulaFailure) return [[{ error: error.error }]]
    if (error instanceof NotComputed) return notComputed
    throw error
  }
}

/** Whether the result of a formula can change although nobody edits it. */
export function isVolatile(formula: string): boolean {
  return /\b(?:TODAY|NOW)\s*\(/i.test(formula)
}

function withFiniteValue(result: FormulaResult): FormulaResult {
  if (typeof result.value !== 'number' || Number.isFinite(result.value)) return result
  return { error: { token: '#NUM!', message: 'Result was too large.' } }
}

function tokenize(text: string): string[] | undefined {
  const tokens: string[] = []
  tokenPattern.lastIndex = 0
  while (tokenPattern.lastIndex < text.trimEnd().length) {
    const token = tokenPattern.exec(text)?.[1]
    if (token === undefined) return undefined
    tokens.push(token)
  }
  return tokens
}

/** Reads tokens from left to right and computes as it reads. */
class FormulaReader {
  readonly #tokens: readonly string[]
  readonly #now: Date
  #at = 0
  #depth = 0

  constructor(tokens: readonly string[], now: Date) {
    this.#tokens = tokens
    this.#now = now
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length
  }

  /** Reads text joined by `&`. It binds less than any arithmetic operator. */
  text(): Results {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH) throw new NotComputed()
    let result = this.#sum()
    while (this.#take(/^&$/)) result = one(toText(result) + toText(this.#sum()))
    this.#depth -= 1
    return result
  }

  #sum(): Results {
    let result = this.#product()
    for (let operator = this.#take(/^[-+]$/); operator; operator = this.#take(/^[-+]$/)) {
      const name = operator === '+' ? 'ADD' : 'MINUS'
      result = one(calculate(name, { left: result, right: this.#product() }))
    }
    return result
  }

  #product(): Results {
    let result = this.#operand()
    for (let operator = this.#take(/^[*/]$/); operator; operator = this.#take(/^[*/]$/)) {
      const name = operator === '*' ? 'MULTIPLY' : 'DIVIDE'
      result = one(calculate(name, { left: result, right: this.#operand() }))
    }
    return result
  }

  #operand(): Results {
    const sign = this.#take(/^[-+]$/)
    const results = this.#primary()
    const shown = this.#take(/^%$/)
      ? one(toNumber(results, { functionName: 'UNARY_PERCENT', position: 1 }) / 100)
      : results
    return sign === '-' ? one(-toNumber(shown, { functionName: 'UMINUS', position: 1 })) : shown
  }

  #primary(): Results {
    const token = this.#take(/./) ?? ''
    if (token.startsWith('"')) return one(token.slice(1, -1).replaceAll('""', '"'))
    if (/^[\d.]/.test(token)) return one(Number(token))
    if (/^(true|false)$/i.test(token)) return one(token.toLowerCase() === 'true')
    if (token.startsWith('#'))
      return failed(token.toUpperCase(), token.toUpperCase() === '#REF!' ? 'Reference does not exist.' : '')
    if (token === '(') return this.#closed(this.text(), ')')
    if (token === '{') return this.#array()
    if (/^[a-z_]/i.test(token) && this.#take(/^\($/)) return this.#call(token.toUpperCase())
    throw new NotComputed()
  }

  #call(name: string): Results {
    const compute = Object.hasOwn(formulaFunctions, name) ? formulaFunctions[name] : undefined
    if (!compute) throw new NotComputed()
    const given: Results[] = []
    if (!this.#take(/^\)$/)) {
      do given.push(this.text())
      while (this.#take(/^,$/))
      this.#closed([], ')')
    }
    return compute({ arguments: given, now: this.#now })
  }

  #array(): Results {
    const rows: FormulaResult[][] = [[]]
    for (;;) {
      rows.at(-1)?.push(first(this.text()))
      if (this.#take(/^,$/)) continue
      if (!this.#take(/^;$/)) break
      rows.push([])
    }
    const isRectangle = rows.every((row) => row.length === rows[0]?.length)
    const message = 'Function ARRAY_ROW parameter 2 has mismatched row size.'
    return this.#closed(isRectangle ? rows : failed('#VALUE!', message), '}')
  }

  #closed(results: Results, mark: ')' | '}'): Results {
    if (this.#tokens[this.#at] !== mark) throw new NotComputed()
    this.#at += 1
    return results
  }

  #take(pattern: RegExp): string | undefined {
    const token = this.#tokens[this.#at]
    if (token === undefined || !pattern.test(token)) return undefined
    this.#at += 1
    return token
  }
}

type Operation = 'ADD' | 'MINUS' | 'MULTIPLY' | 'DIVIDE'

function calculate(name: Operation, { left, right }: { left: Results; right: Results }): number {
  const one = toNumber(left, { functionName: name, position: 1 })
  const other = toNumber(right, { functionName: name, position: 2 })
  if (name === 'ADD') return one + other
  if (name === 'MINUS') return one - other
  if (name === 'MULTIPLY') return one * other
  if (other === 0)
    throw new FormulaFailure({ token: '#DIV/0!', message: 'Function DIVIDE parameter 2 cannot be zero.' })
  return one / other
}
