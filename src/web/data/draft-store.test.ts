import { expect, test } from 'vitest'
import { createDraftStore } from './draft-store.ts'

const HOUR_MS = 60 * 60 * 1000

function createTestStore() {
  const stored = new Map<string, string>()
  const world = { nowMs: 0, stored }
  const storage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  }
  const open = () => createDraftStore({ now: () => world.nowMs, storage })
  return { world, store: open(), open }
}

test('a draft survives a reload, and a later one of the same form replaces it', () => {
  const { store, open } = createTestStore()
  store.keep({ key: 'task:3', label: 'Masters', values: { start_row: '2' } })
  store.keep({ key: 'type:new', label: 'New type', values: {} })
  store.keep({ key: 'task:3', label: 'Masters', values: { start_row: '7' } })
  expect(open().snapshot()).toMatchObject([
    { key: 'type:new', label: 'New type' },
    { key: 'task:3', label: 'Masters', values: { start_row: '7' } },
  ])
})

test('a dropped draft is gone, and the last one leaves nothing in the storage', () => {
  const { store, world } = createTestStore()
  let calls = 0
  store.subscribe(() => calls++)
  store.keep({ key: 'run-all', label: 'Run All times', values: ['04:00'] })
  store.drop('task:1')
  store.drop('run-all')
  expect(store.snapshot()).toEqual([])
  expect(world.stored.size).toBe(0)
  expect(calls).toBe(2)
})

test('a draft expires after a day', () => {
  const { store, world, open } = createTestStore()
  store.keep({ key: 'task:1', label: 'Old', values: {} })
  world.nowMs += 23 * HOUR_MS
  store.keep({ key: 'task:2', label: 'Recent', values: {} })
  world.nowMs += HOUR_MS
  expect(open().snapshot()).toMatchObject([{ label: 'Recent' }])
})

test.each(['not JSON', '{}', '[{"key":"task:1"}]'])('unreadable storage holds no drafts: %s', (text) => {
  const { world, open } = createTestStore()
  world.stored.set('nano-sync.drafts', text)
  expect(open().snapshot()).toEqual([])
})
