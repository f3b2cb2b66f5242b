/** A parsed number pattern: the literals around the digits, and how to write the digits. */
interface DigitPattern {
  prefix: string
  suffix: string
  integerDigits: number
  hasGrouping: boolean
  requiredDecimals: number
  allowedDecimals: number
  scale: number
  exponentDigits?: number
}

/** Formats a number with a pattern such as `#,##0.00`, `0%`, `"$"#,##0.00` or `0.00E+00`. Rounds half away from zero. */
export function formatDigitPattern(pattern: string, value: number): string {
  const parsed = parseDigitPattern(pattern)
  if (!parsed) return literal(pattern)
  const sign = value < 0 ? '-' : ''
  const magnitude = Math.abs(value) * parsed.scale
  const body = parsed.exponentDigits === undefined ? decimal(magnitude, parsed) : exponential(magnitude, parsed)
  const isZero = !/[1-9]/.test(body)
  return `${isZero ? '' : sign}${parsed.prefix}${body}${parsed.suffix}`
}

function parseDigitPattern(pattern: string): DigitPattern | undefined {
  const bare = pattern.replace(/\[[^\]]*\]/g, '')
  const found =
    /^((?:"[^"]*"|\\.|[_*].|[^0#?])*?)([0#?][0#?,]*|(?=\.[0#?]))(?:\.([0#?]*))?(,*)(?:E[+-](0+))?((?:.|\n)*)$/i.exec(
      bare,
    )
  if (!found) return undefined
  const [, before = '', integers = '', decimals = '', commas = '', exponent, after = ''] = found
  const percents = (before + after).replace(/"[^"]*"|\\./g, '').match(/%/g)?.length ?? 0
  const thousands = commas.length + (/,+$/.exec(integers)?.[0].length ?? 0)
  return {
    prefix: literal(before),
    suffix: literal(after),
    integerDigits: integers.match(/0/g)?.length ?? 0,
    hasGrouping: /,[0#?]/.test(integers),
    requiredDecimals: decimals.lastIndexOf('0') + 1,
    allowedDecimals: decimals.length,
    scale: 100 ** percents / 1000 ** thousands,
    ...(exponent && { exponentDigits: exponent.length }),
  }
}

function decimal(magnitude: number, pattern: DigitPattern): string {
  const [integers = '', decimals = ''] = roundToText(magnitude, pattern.allowedDecimals).split('.')
  const padded = integers.replace(/^0+(?=\d)/, '').padStart(pattern.integerDigits, '0')
  const shown = pattern.integerDigits === 0 && padded === '0' ? '' : padded
  const grouped = pattern.hasGrouping ? shown.replace(/\B(?=(\d{3})+$)/g, ',') : shown
  const tail = trimDecimals(decimals, pattern.requiredDecimals)
  return tail ? `${grouped}.${tail}` : grouped
}

function exponential(magnitude: number, pattern: DigitPattern): string {
  const [mantissa = '0', exponent = '0'] = magnitude.toExponential(pattern.allowedDecimals).split('e')
  const [integer = '0', decimals = ''] = mantissa.split('.')
  const tail = trimDecimals(decimals, pattern.requiredDecimals)
  const power = Number(exponent)
  const digits = String(Math.abs(power)).padStart(pattern.exponentDigits ?? 2, '0')
  return `${integer}${tail ? `.${tail}` : ''}E${power < 0 ? '-' : '+'}${digits}`
}

/** Rounds the displayed decimal digits, so that 1.005 becomes 1.01 although its binary value is lower. */
function roundToText(magnitude: number, decimals: number): string {
  const shown = Number(magnitude.toPrecision(15))
  if (shown >= 1e15) return BigInt(Math.round(shown)).toString() + (decimals ? `.${'0'.repeat(decimals)}` : '')
  const shifted = Math.round(Number(`${expand(shown)}e${decimals}`))
  const digits = BigInt(shifted)
    .toString()
    .padStart(decimals + 1, '0')
  const point = digits.length - decimals
  return decimals ? `${digits.slice(0, point)}.${digits.slice(point)}` : digits
}

function expand(value: number): string {
  const text = String(value)
  return text.includes('e') ? value.toFixed(20) : text
}

function trimDecimals(decimals: string, required: number): string {
  let length = decimals.length
  while (length > required && decimals[length - 1] === '0') length -= 1
  return decimals.slice(0, length)
}

/** The text of a pattern's literals: quotes and escapes resolved, `_x` becomes a space, `*x` nothing. */
function literal(text: string): string {
  return text.replace(/"([^"]*)"|\\(.)|_.|\*.|\[[^\]]*\]/g, (match, quoted?: string, escaped?: string) => {
    if (quoted !== undefined) return quoted
    if (escaped !== undefined) return escaped
    return match.startsWith('_') ? ' ' : ''
  })
}
