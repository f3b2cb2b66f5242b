import { expect, test } from 'vitest'
import { adminRights } from '#contract/admin-rights.ts'
import { adminsOnly } from './admins-only.ts'

const ADMINISTRATORS = { is_me: false, people: ['ada@example.com'], groups: [] }

test('says whom to ask', () => {
  const ask = (people: string[], groups: string[] = []) =>
    adminsOnly(adminRights.deleteAllTasks, { administrators: { is_me: false, people, groups } })
  expect(ask(['ada@example.com'])).toBe('Only administrators may delete all tasks. Ask ada@example.com.')
  expect(ask(['a@x.example', 'b@x.example', 'c@x.example', 'd@x.example'])).toBe(
    'Only administrators may delete all tasks. Ask a@x.example, b@x.example or c@x.example.',
  )
  expect(ask([], ['ops', 'it'])).toBe(
    'Only administrators may delete all tasks. Ask a member of ops or a member of it.',
  )
})

test.each([
  { who: 'an administrator', administrators: { ...ADMINISTRATORS, is_me: true } },
  { who: 'everybody where nobody is named', administrators: null },
])('$who may do everything', ({ administrators }) => {
  expect(adminsOnly(adminRights.deleteAllTasks, { administrators })).toBeUndefined()
})

test('a member may change what is theirs', () => {
  const remove = (isOwner: boolean) =>
    adminsOnly(adminRights.deleteChannel, { administrators: ADMINISTRATORS, isOwner })
  expect(remove(true)).toBeUndefined()
  expect(remove(false)).toContain('the alert channels of other people')
  expect(adminsOnly(adminRights.storeKey, { administrators: ADMINISTRATORS, isOwner: true })).toBeDefined()
})
