import { describe, expect, test } from 'vitest'
import { CallError } from '../../lib/call-error.ts'
import { deletionFailure, typeExportFailure, typeImportFailure } from './failure-messages.ts'

const refusal = (status: number, message = 'Server message') => new CallError({ status, serverMessage: { message } })
const unreadable = (status: number) => new CallError({ status })
const timeout = new CallError({ status: undefined, isTimeout: true })
const noResponse = new CallError({ status: undefined })

describe('deleting a type', () => {
  test.each([
    [refusal(400), 'Server message'],
    [unreadable(400), 'Cannot delete this type'],
    [refusal(404), 'Failed to delete sync task type'],
    [noResponse, 'Failed to delete sync task type'],
  ])('%#: %s', (error, message) => expect(deletionFailure(error)).toBe(message))
})

describe('importing types', () => {
  test.each([
    [refusal(400), 'Server message'],
    [unreadable(400), 'Invalid file format'],
    [refusal(413), 'File too large. Please use a smaller file.'],
    [refusal(503), 'Server message'],
    [unreadable(500), 'Import failed. Please try again.'],
    [noResponse, 'Import failed. Please try again.'],
  ])('%#: %s', (error, message) => expect(typeImportFailure(error)).toBe(message))
})

describe('exporting types', () => {
  test.each([
    [timeout, 'Export timed out. Please try again.'],
    [refusal(503), 'Server message'],
    [unreadable(500), 'Export failed. Please try again.'],
    [noResponse, 'Export failed. Please try again.'],
  ])('%#: %s', (error, message) => expect(typeExportFailure(error)).toBe(message))
})
