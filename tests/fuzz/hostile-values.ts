import fc from 'fast-check'

/** Longer than any field may be. */
export const LONG = 100_000
const DEEP = 5000
const LONG_LIST = Array<string>(20_000).fill('04:00')
const LONG_NUMBERS = Array.from({ length: 60_000 }, (_, value) => value)

/** Text that has broken programs before: text like code, numbers, paths or names of properties, or no text at all. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '\0',
    'a\0b',
    '\ud800',
    'a\udc00',
    '__proto__',
    'constructor',
    'toString',
    "'; drop table tasks; --",
    '<script>alert(1)</script>',
    '=HYPERLINK("http://evil.example")',
    '../../../../etc/passwd',
    '\r\nset-cookie: a=b',
    '%s%n#{7*7}{{7*7}}',
  ),
  fc.constantFrom(
    '1',
    '0',
    '-1',
    '1e3',
    '0x10',
    '2147483647',
    '2147483648',
    '9'.repeat(400),
    'NaN',
    'true',
    'null',
    '[]',
  ),
  fc.constantFrom('x'.repeat(LONG), '\u{1f600}'.repeat(LONG / 2), '\u202e\u0007', 'None', '04:00', '24:00'),
  fc.constantFrom('_a'.repeat(2000), '['.repeat(2000), '('.repeat(2000), "'".repeat(2001), '%'.repeat(2000)),
  fc.string({ unit: 'binary', maxLength: 300 }),
)

/** Any JSON value, of the wrong type more often than not. */
const hostileValue: fc.Arbitrary<unknown> = fc.oneof(
  hostileText,
  fc.constantFrom(0, 1, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e308, true, false, null),
  fc.constantFrom([], [[]], {}, ['04:00'], ['04:00', '04:00'], [1], [1, 1], ['\0'], { length: -1 }, ['front']),
  fc.constantFrom(LONG_LIST, LONG_NUMBERS),
  fc.jsonValue(),
)

/** JSON text no serializer writes. */
export const hostileJson: fc.Arbitrary<string> = fc.constantFrom(
  '',
  '{',
  '\0',
  'null',
  '[]',
  '"text"',
  '\ufeff{}',
  "{'a':1}",
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"a":1e999}',
  '{"a":1,"a":2}',
  '{"name":"\\ud800"}',
  '['.repeat(LONG),
  `${'['.repeat(DEEP)}${']'.repeat(DEEP)}`,
  `${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`,
  `{${Array.from({ length: 20_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
)

/** A value like `given` with a single part, at any depth, replaced, removed, renamed or repeated. */
export function mutated(given: unknown): fc.Arbitrary<unknown> {
  if (Array.isArray(given)) return mutatedList(given)
  if (typeof given === 'object' && given !== null) return mutatedObject(Object.entries(given))
  return hostileValue
}

function mutatedList(items: readonly unknown[]): fc.Arbitrary<unknown> {
  const whole = fc.oneof(
    hostileValue,
    fc.constantFrom([], [items], [...items, null], Array(3000).fill(items[0] ?? null)),
  )
  if (items.length === 0) return whole
  const inside = fc
    .nat({ max: items.length - 1 })
    .chain((index) => mutated(items[index]).map((value) => items.with(index, value)))
  return fc.oneof({ weight: 3, arbitrary: inside }, { weight: 1, arbitrary: whole })
}

function mutatedObject(entries: readonly [string, unknown][]): fc.Arbitrary<unknown> {
  const build = (changed: readonly [string, unknown][]): unknown => Object.fromEntries(changed)
  const extra = fc
    .tuple(fc.oneof(fc.constantFrom('__proto__', 'constructor', 'extra', 'id'), hostileText), hostileValue)
    .map((entry) => build([...entries, entry]))
  if (entries.length === 0) return fc.oneof(extra, hostileValue)
  const inside = fc.nat({ max: entries.length - 1 }).chain((index) => {
    const [name = '', value] = entries[index] ?? []
    return fc.oneof(
      { weight: 6, arbitrary: mutated(value).map((changed) => build(entries.with(index, [name, changed]))) },
      { weight: 1, arbitrary: fc.constant(build(entries.toSpliced(index, 1))) },
      { weight: 1, arbitrary: hostileText.map((renamed) => build(entries.with(index, [renamed, value]))) },
    )
  })
  return fc.oneof(
    { weight: 6, arbitrary: inside },
    { weight: 1, arbitrary: extra },
    { weight: 1, arbitrary: hostileValue },
  )
}
