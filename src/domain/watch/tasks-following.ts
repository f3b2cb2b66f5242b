/** A task as the files it reads and writes. */
export interface CopiedFiles {
  readonly id: number
  readonly sourceSsIds: readonly string[]
  /** The spreadsheets it writes to. */
  readonly targetSsIds: readonly string[]
}

type FileRef = { readonly source_ss_id?: string | undefined }

interface Sources {
  readonly sourceSsId: string
  readonly moreSources: readonly FileRef[]
  /** Files in the task's folders at the last copy. */
  readonly folderFiles: readonly FileRef[]
}

/** The source spreadsheets of a task, each once. */
export function sourceFiles({ sourceSsId, moreSources, folderFiles }: Sources): string[] {
  const more = [...moreSources, ...folderFiles]
  return [...new Set([sourceSsId, ...more.flatMap(({ source_ss_id }) => source_ss_id ?? [])])]
}

/** The task and all tasks downstream: each reads a file a task before it writes. */
export function tasksFollowing(task: CopiedFiles, all: readonly CopiedFiles[]): ReadonlySet<number> {
  const readings = all.flatMap((reader) => reader.sourceSsIds.map((file) => ({ file, reader })))
  const readers = Map.groupBy(readings, ({ file }) => file)
  const found = new Set([task.id])
  const written = new Set(task.targetSsIds)
  // A set that grows meanwhile is visited to its end.
  for (const file of written) {
    for (const { reader } of readers.get(file) ?? []) {
      found.add(reader.id)
      for (const target of reader.targetSsIds) written.add(target)
    }
  }
  return found
}
