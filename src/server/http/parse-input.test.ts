import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'
import { parseInput } from './parse-input.ts'

interface SentInput {
  params?: unknown
  query?: unknown
  body?: unknown
}

function problemsIn(route: Route, { params = {}, query = {}, body }: SentInput) {
  try {
    parseInput(route, { params, query, body })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return { message: error.message, fields: error.fields }
    throw error
  }
}

test('an omitted field gets its default', () => {
  expect(parseInput(api.tasks.list, { params: {}, query: {}, body: undefined }).query).toEqual({ page: 1, limit: 400 })
})

test.each([
  { sent: undefined, message: 'The body must be an object' },
  { sent: [], message: 'The body must be an object' },
  { sent: 'text', message: 'The body must be an object' },
])('a body of $sent must be an object', ({ sent, message }) => {
  expect(problemsIn(api.taskTypes.create, { body: sent })).toEqual({ message, fields: undefined })
})

test('every invalid field gets a message, and the first is the message of the error', () => {
  const body = { name: '', allowed_concurrent_tasks: 0, chunk_size: 'many' }
  expect(problemsIn(api.taskTypes.create, { body })).toEqual({
    message: 'Name is required',
    fields: {
      name: 'Name is required',
      allowed_concurrent_tasks: 'Allowed concurrent tasks must be at least 1',
      chunk_size: 'Chunk size must be a whole number',
    },
  })
})

test('an invalid list entry is reported on the list', () => {
  expect(problemsIn(api.schedules.setRunAll, { body: { scheduled_times: ['04:00', '25:00'] } })).toEqual({
    message: 'Please enter a valid time in HH:MM format (24-hour)',
    fields: { scheduled_times: 'Please enter a valid time in HH:MM format (24-hour)' },
  })
})

test('an invalid choice is reported with the valid ones', () => {
  const fields = { action: 'action must be one of: front, back, up, down' }
  expect(problemsIn(api.tasks.reposition, { params: { id: '1' }, body: { action: 'left' } })?.fields).toEqual(fields)
})

test('an invalid value for a union is reported with the message of its last choice', () => {
  const body = { scheduled_times: ['tomorrow'] }
  expect(problemsIn(api.tasks.update, { params: { id: '1' }, body })?.message).toBe(
    'Please enter a valid time in HH:MM format (24-hour)',
  )
})

test('any input is either accepted or refused with a message of ours', () => {
  const routes = Object.values(api).flatMap((nouns): Route[] => Object.values(nouns))
  const anything = fc.record({ params: fc.anything(), query: fc.anything(), body: fc.anything() })
  fc.assert(
    fc.property(fc.constantFrom(...routes), anything, (route, sent) => {
      const problems = problemsIn(route, sent)
      if (problems) expect(problems.message).not.toMatch(/^Invalid input|^$/)
    }),
  )
})
