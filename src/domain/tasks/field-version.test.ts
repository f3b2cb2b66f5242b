import fc from 'fast-check'
import { expect, test } from 'vitest'
import { computeVersion, mergeChange } from './field-version.ts'

const base = { name: 'Orders', notes: '', times: ['04:00'], limit: null as number | null }
const version = computeVersion(base)

test('a form changes only what its person changed', () => {
  const current = { ...base, times: ['05:00'] }
  expect(mergeChange({ version, current, sent: { ...base, notes: 'Ask Ada' } })).toEqual({
    change: { notes: 'Ask Ada' },
    conflicts: [],
  })
})

test('a field that somebody else changed meanwhile is a conflict, unless both changed it to the same', () => {
  const current = { ...base, times: ['05:00'], limit: 3 }
  const sent = { ...base, times: ['06:00'], limit: 3 }
  expect(mergeChange({ version, current, sent })).toEqual({ change: { times: ['06:00'] }, conflicts: ['times'] })
})

test('a field that the version does not know is taken', () => {
  const later = { ...base, added: 'x' }
  expect(mergeChange({ version, current: { ...base, added: '' }, sent: later }).change).toEqual({ added: 'x' })
})

test('without changes meanwhile, the result is what was sent', () => {
  const fields = fc.record({
    name: fc.string(),
    notes: fc.string(),
    times: fc.array(fc.string()),
    limit: fc.option(fc.nat()),
  })
  fc.assert(
    fc.property(fields, fields, (current, sent) => {
      const merged = mergeChange({ version: computeVersion(current), current, sent })
      expect({ ...current, ...merged.change }).toEqual(sent)
      expect(merged.conflicts).toEqual([])
    }),
  )
})
