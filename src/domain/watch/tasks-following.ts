/** The files a task reads and writes. */
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

/** Finds the task and all downstream tasks: each reads a file written by a previous task. */
export function tasksFollowing(task: CopiedFiles, all: readonly CopiedFiles[]): ReadonlySet<number> {
  const readings = all.flatMap((reader) => reader.sourceSsIds.map((file) => ({ file, reader })))
  const readers = Map.groupBy(readings, ({ file }) => file)
  const found = new Set([task.id])
  const written = new Set(task.targetSsIds)
  // The loop also visits files added to the set meanwhile.
  for (const file of written) {
    for (const { reader } of readers.get(file) ?? []) {
      found.add(reader.id)
      for (const target of reader.targetSsIds) written.add(target)
    }
  }
  return found
}
