import { expect, test } from 'vitest'
import { createStatementNames } from './statement-names.ts'

function useOften(nameOf: (text: string) => string | undefined, text: string): string | undefined {
  for (let use = 1; use < 10; use += 1) nameOf(text)
  return nameOf(text)
}

test('a statement gets a name of its own once it has been used often', () => {
  const nameOf = createStatementNames()
  expect(nameOf('select $1')).toBeUndefined()
  const name = useOften(nameOf, 'select $1')
  expect(name).toBeDefined()
  expect(nameOf('select $1')).toBe(name)
  expect(useOften(nameOf, 'select $2')).not.toBe(name)
})

test('a connection keeps no more than 60 plans, however many statements there are', () => {
  const nameOf = createStatementNames()
  const names = Array.from({ length: 100 }, (_, at) => useOften(nameOf, `select ${at}`))
  expect(names.filter((name) => name !== undefined)).toHaveLength(60)
  expect(nameOf('select 0')).toBe(names[0])
})
