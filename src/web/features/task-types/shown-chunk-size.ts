import { DEFAULT_TYPE_CHUNK_SIZE, type TaskType } from '#contract/task-type.ts'

/** The chunk size of a type, or the default of new types if it has none. */
export function shownChunkSize({ chunk_size }: TaskType): number {
  return chunk_size || DEFAULT_TYPE_CHUNK_SIZE
}
