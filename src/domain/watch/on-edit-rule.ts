interface OfTask {
  readonly onEdit: boolean | null
  readonly onEditPauseMinutes: number | null
  readonly onEditAtMostEveryMinutes: number | null
}

type OfType = { readonly [Field in keyof OfTask]: NonNullable<OfTask[Field]> }

/** Rule for running a task on edits of its source. */
export interface OnEditRule {
  /** Minutes without an edit of the source before a run. */
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
