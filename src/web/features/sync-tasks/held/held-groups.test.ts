import { expect, test } from 'vitest'
import type { HeldTask } from '#contract/hold.ts'
import { groupByCause } from './held-groups.ts'

function held(id: number, cause: string, accepted_at: string | null = null): HeldTask {
  const names = { name: `Task ${id}`, source_sheet_name: 'A', target_sheet_name: 'B', task_type_name: 'Masters' }
  return {
    id,
    rules: [{ cause, reason: `${cause}.`, fix: null, facts: {} }],
    since: '2026-06-01T04:00:00.000Z',
    accepted_at,
    accepted_by: accepted_at && 'jo@example.com',
    task: { id, sync_task_type_id: 1, ...names },
    is_active: true,
    run_id: id,
  }
}

test('held tasks are grouped by their main cause, the largest group first', () => {
  const holds = [
    held(1, 'source_empty'),
    held(2, 'source_shrank'),
    held(3, 'source_shrank', '2026-06-01T05:00:00.000Z'),
  ]
  const groups = groupByCause(holds).map(({ label, held: tasks, openIds }) => [
    label,
    tasks.map(({ id }) => id),
    openIds,
  ])
  expect(groups).toEqual([
    ['Source shrank', [2, 3], [2]],
    ['Source empty', [1], [1]],
  ])
})
