import type { PositionActions, RepositionAction } from '#contract/task.ts'

type Place = Pick<PositionActions, 'current_position' | 'total_tasks_of_type'>

/** The fewest moves that bring a task back to where it stood before `made`. */
export function movesBack(
  { current_position: home, total_tasks_of_type: last }: Place,
  made: RepositionAction,
): RepositionAction[] {
  if (made === 'up') return ['down']
  if (made === 'down') return ['up']
  const fromFront = steps('down', home - 1)
  const fromBack = steps('up', last - home)
  const overFront: RepositionAction[] = made === 'front' ? fromFront : ['front', ...fromFront]
  const overBack: RepositionAction[] = made === 'back' ? fromBack : ['back', ...fromBack]
  return overFront.length <= overBack.length ? overFront : overBack
}

function steps(action: RepositionAction, count: number): RepositionAction[] {
  return Array.from({ length: count }, () => action)
}
