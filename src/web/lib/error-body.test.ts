import { expect, test } from 'vitest'
import { Refusal } from '#contract/errors.ts'
import { CallError, readErrorField, readMessage } from './call-error.ts'
import { readErrorBody } from './error-body.ts'

const failure = (body: unknown, statusText = '') => new CallError({ status: 409, ...readErrorBody(body, statusText) })

test.each([
  [{ message: 'Name is taken.', error: 'Other words here.' }, 'Name is taken.', 'Other words here.'],
  [{ message: 'Name is taken.', error: 'conflict' }, 'Name is taken.', 'Name is taken.'],
  [{ error: 'Name is taken' }, 'Name is taken', 'Name is taken'],
  [{ error: 'not_found', description: 'No such task.' }, 'No such task.', 'No such task.'],
  [{ error: 'Conflict', statusCode: 409 }, 'Fallback', 'Fallback'],
  [{ message: '  ', error: '', description: null }, 'Fallback', 'Fallback'],
  [{ message: { text: 'Nested' }, error: 7, description: ' Trimmed. ' }, 'Trimmed.', 'Trimmed.'],
  ['Only a text', 'Fallback', 'Fallback'],
  [['A list'], 'Fallback', 'Fallback'],
  [null, 'Fallback', 'Fallback'],
  [undefined, 'Fallback', 'Fallback'],
])('%j', (body, message, errorField) => {
  expect(readMessage(failure(body), 'Fallback')).toBe(message)
  expect(readErrorField(failure(body), 'Fallback')).toBe(errorField)
})

test('the name of the status is no sentence', () => {
  const body = { error: 'Internal Server Error' }
  expect(readMessage(failure(body, 'Internal Server Error'), 'Fallback')).toBe('Fallback')
  expect(readMessage(failure(body, 'Bad Gateway'), 'Fallback')).toBe('Internal Server Error')
})

test("both readings of our own server's errors give the sentence, with one message per field", () => {
  const reply = new Refusal('invalid', 'Name is required', { name: 'Name is required' }).toReply()
  expect(reply).toEqual({
    error: 'Name is required',
    message: 'Name is required',
    code: 'invalid',
    fields: { name: 'Name is required' },
  })
  expect(readMessage(failure(reply), 'Fallback')).toBe('Name is required')
  expect(readErrorField(failure(reply), 'Fallback')).toBe('Name is required')
  expect(failure(reply).fields).toEqual({ name: 'Name is required' })
})

test.each([{ fields: 'name' }, { fields: { name: ['Name is required'] } }, { fields: null }])(
  'fields of another shape are left out: %j',
  (body) => expect(failure(body).fields).toBeUndefined(),
)
