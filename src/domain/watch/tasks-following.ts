/** A task as the files that it reads and writes. */
export interface CopiedFiles {
  readonly id: number
  readonly sourceSsIds: readonly string[]
  readonly targetSsId: string
}

interface Sources {
  readonly sourceSsId: string
  readonly moreSources: readonly { readonly source_ss_id?: string | undefined }[]
}

/** The spreadsheets that a task names as its sources, each once; not those of its folders. */
export function sourceFiles({ sourceSsId, moreSources }: Sources): string[] {
  return [...new Set([sourceSsId, ...moreSources.flatMap(({ source_ss_id }) => source_ss_id ?? [])])]
}

/** The tasks that follow from a task, itself included: each reads a file that one of them writes. */
export function tasksFollowing(task: CopiedFiles, all: readonly CopiedFiles[]): ReadonlySet<number> {
  const readings = all.flatMap((reader) => reader.sourceSsIds.map((file) => ({ file, reader })))
  const readers = Map.groupBy(readings, ({ file }) => file)
  const found = new Set([task.id])
  const written = new Set([task.targetSsId])
  // A set that grows is visited to its end.
  for (const file of written) {
    for (const { reader } of readers.get(file) ?? []) {
      found.add(reader.id)
      written.add(reader.targetSsId)
    }
  }
  return found
}
