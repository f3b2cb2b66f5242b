/** A task as the files that it reads and writes. */
export interface CopiedFiles {
  readonly id: number
  readonly sourceSsId: string
  readonly targetSsId: string
}

/** The tasks that follow from a task, itself included: each reads a file that one of them writes. */
export function tasksFollowing(task: CopiedFiles, all: readonly CopiedFiles[]): ReadonlySet<number> {
  const readers = Map.groupBy(all, ({ sourceSsId }) => sourceSsId)
  const found = new Set([task.id])
  const written = new Set([task.targetSsId])
  // A set that grows is visited to its end.
  for (const file of written) {
    for (const { id, targetSsId } of readers.get(file) ?? []) {
      found.add(id)
      written.add(targetSsId)
    }
  }
  return found
}
