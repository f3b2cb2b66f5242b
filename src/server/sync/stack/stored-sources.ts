import { formatsOf, type ReadStack } from './read-stack.ts'
import type { StoredSource } from './source-store.ts'

/** The sources of a copy that were read, as the next run needs them if it cannot. */
export async function storedSources({ parts }: Pick<ReadStack, 'parts'>): Promise<Map<string, StoredSource>> {
  const stored = new Map<string, StoredSource>()
  for (const { key, read, facts } of parts) {
    if (read) stored.set(key, { ...facts, formats: await formatsOf({ read, facts }) })
  }
  return stored
}
