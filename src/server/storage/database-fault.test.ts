import { DrizzleQueryError } from 'drizzle-orm/errors'
import { expect, test } from 'vitest'
import { findDatabaseFault, readFault } from './database-fault.ts'

const withCode = (code: string) => Object.assign(new Error('Any text'), { code })

test.each([
  [withCode('ECONNREFUSED'), 'away'],
  [withCode('EAI_AGAIN'), 'away'],
  [withCode('57P01'), 'away'],
  [withCode('57P03'), 'away'],
  [withCode('08006'), 'away'],
  [withCode('53300'), 'away'],
  [withCode('53100'), 'full'],
  [withCode('57014'), 'busy'],
  [withCode('55P03'), 'busy'],
  [withCode('40P01'), 'busy'],
  [withCode('23505'), undefined],
  [withCode('42P01'), undefined],
  [new Error('Connection terminated unexpectedly'), 'away'],
  [new Error('Query read timeout'), 'away'],
  [new Error('timeout exceeded when trying to connect'), 'busy'],
  [new Error('Client has encountered a connection error and is not queryable'), 'away'],
  [new TypeError('x is not a function'), undefined],
])('%s is %s', (error, fault) => {
  expect(readFault(error)).toBe(fault)
})

test('only errors of the ORM come from the database, however deep', () => {
  const refused = withCode('ECONNREFUSED')
  const query = new DrizzleQueryError('select 1', [], refused)
  expect(findDatabaseFault(new Error('The run was not saved', { cause: query }))).toBe('away')
  expect(findDatabaseFault(refused)).toBeUndefined()
})
