import fc from 'fast-check'
import { expect, test } from 'vitest'
import { api } from '#contract/api.ts'
import { Refusal } from '#contract/errors.ts'
import type { Route } from '#contract/route.ts'
import { parseInput } from './parse-input.ts'

interface Sent {
  params?: unknown
  query?: unknown
  body?: unknown
}

function faultsOf(route: Route, { params = {}, query = {}, body }: Sent) {
  try {
    parseInput(route, { params, query, body })
    return undefined
  } catch (error) {
    if (error instanceof Refusal) return { message: error.message, fields: error.fields }
    throw error
  }
}

test('what is left out gets its default', () => {
  expect(parseInput(api.tasks.list, { params: {}, query: {}, body: undefined }).query).toEqual({ page: 1, limit: 400 })
})

test.each([
  { sent: undefined, says: 'The body must be an object' },
  { sent: [], says: 'The body must be an object' },
  { sent: 'text', says: 'The body must be an object' },
])('a body of $sent is told to be no object', ({ sent, says }) => {
  expect(faultsOf(api.taskTypes.create, { body: sent })).toEqual({ message: says, fields: undefined })
})

test('every wrong field gets a sentence, the first is the message', () => {
  const body = { name: '', allowed_concurrent_tasks: 0, chunk_size: 'many' }
  expect(faultsOf(api.taskTypes.create, { body })).toEqual({
    message: 'Name is required',
    fields: {
      name: 'Name is required',
      allowed_concurrent_tasks: 'Allowed concurrent tasks must be at least 1',
      chunk_size: 'Chunk size must be a whole number',
    },
  })
})

test('a wrong entry of a list is told at the list', () => {
  expect(faultsOf(api.schedules.setRunAll, { body: { scheduled_times: ['04:00', '25:00'] } })).toEqual({
    message: 'Please enter a valid time in HH:MM format (24-hour)',
    fields: { scheduled_times: 'Please enter a valid time in HH:MM format (24-hour)' },
  })
})

test('a wrong choice is told with the choices there are', () => {
  const fields = { action: 'action must be one of: front, back, up, down' }
  expect(faultsOf(api.tasks.reposition, { params: { id: '1' }, body: { action: 'left' } })?.fields).toEqual(fields)
})

test('a fault in a choice of several shapes still names the times that are expected', () => {
  const body = { scheduled_times: ['tomorrow'] }
  expect(faultsOf(api.tasks.update, { params: { id: '1' }, body })?.message).toBe(
    'Please enter a valid time in HH:MM format (24-hour)',
  )
})

test('whatever is sent is either taken or refused with a sentence', () => {
  const routes = Object.values(api).flatMap((nouns): Route[] => Object.values(nouns))
  const anything = fc.record({ params: fc.anything(), query: fc.anything(), body: fc.anything() })
  fc.assert(
    fc.property(fc.constantFrom(...routes), anything, (route, sent) => {
      const faults = faultsOf(route, sent)
      if (faults) expect(faults.message).not.toMatch(/^Invalid input|^$/)
    }),
  )
})
