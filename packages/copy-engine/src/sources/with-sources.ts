import type { AskedFiles } from '#engine/compare/skip-untouched.ts'
import { type TabPair, withTabs } from '#engine/tabs/tab-pair.ts'
import type { Workbook } from '#engine/workbook.ts'
import { type CopySources, oneTab, severalTabs } from './copy-sources.ts'
import { type ReadStack, readStack, type StackOptions } from './read-stack.ts'
import { knownSource, withStack } from './stack-tabs.ts'

interface SourceOptions extends StackOptions {
  /** The sources, where they were read before. The job has a shape then. */
  given?: ReadStack | undefined
  files: AskedFiles
}

export interface OpenedSources {
  tabs: TabPair
  sources: CopySources
  /** The version of the source's file, asked before its cells are read. */
  sourceVersion: string | undefined
}

/** Opens the sources and the target of a job. Several sources are read and judged before. `work` must not write. */
export async function withSources<Result>(
  workbook: Workbook,
  options: SourceOptions,
  work: (opened: OpenedSources) => Promise<Result>,
): Promise<Result> {
  const { job, files, given } = options
  const sourceFile = await files.source
  if (!job.stack && !given) {
    const sourceVersion = job.fileChecks?.preparesSkip ? sourceFile?.version : undefined
    return await withTabs(workbook, job, (tabs) => work({ tabs, sources: oneTab, sourceVersion }))
  }
  const read = given ?? (await readStack(workbook, options))
  const sources = severalTabs(read)
  const { job: ends, known } = knownSource(read, job)
  const open = (tabs: TabPair) => ({ tabs: withStack(tabs, { stack: read, job }), sources, sourceVersion: undefined })
  return await withTabs(workbook, ends, (tabs) => work(open(tabs)), known)
}
