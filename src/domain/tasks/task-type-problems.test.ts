import { expect, test } from 'vitest'
import { reasonToKeepType } from './task-type-problems.ts'

test.each([
  { taskNames: [], dependentNames: [], reason: undefined },
  {
    taskNames: ['Orders'],
    dependentNames: [],
    reason: 'Cannot delete the task type "Masters": it has 1 task (Orders).',
  },
  {
    taskNames: [],
    dependentNames: ['Ledger'],
    reason: 'Cannot delete the task type "Masters": 1 task type depends on it (Ledger).',
  },
  {
    taskNames: ['A', 'B', 'C', 'D', 'E'],
    dependentNames: ['Ledger', 'Board'],
    reason:
      'Cannot delete the task type "Masters": it has 5 tasks (A, B, C and 2 more), and 2 task types depend on it (Ledger, Board).',
  },
])(
  'the reason to keep a type with $taskNames.length tasks and $dependentNames.length dependents is $reason',
  ({ reason, ...needs }) => {
    expect(reasonToKeepType({ name: 'Masters', ...needs })).toBe(reason)
  },
)
