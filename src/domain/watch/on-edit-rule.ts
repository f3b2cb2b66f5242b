interface OfTask {
  readonly onEdit: boolean | null
  readonly onEditPauseMinutes: number | null
  readonly onEditAtMostEveryMinutes: number | null
}

type OfType = { readonly [Field in keyof OfTask]: NonNullable<OfTask[Field]> }

/** When an edit of its source runs a task. */
export interface OnEditRule {
  /** How long nobody must have edited the source before. */
  readonly pauseMinutes: number
  /** Minimum minutes between runs on edit. */
  readonly atMostEveryMinutes: number
}

/** Rule of a task, from its own fields and its type's; null if edits do not run it. */
export function onEditRule(task: OfTask, type: OfType): OnEditRule | null {
  if (!(task.onEdit ?? type.onEdit)) return null
  return {
    pauseMinutes: task.onEditPauseMinutes ?? type.onEditPauseMinutes,
    atMostEveryMinutes: task.onEditAtMostEveryMinutes ?? type.onEditAtMostEveryMinutes,
  }
}
