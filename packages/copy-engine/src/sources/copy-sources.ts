import { explainKept } from '#domain/failures/failure.ts'
import { pluralize } from '#domain/pluralize.ts'
import { readShaped } from '#engine/compare/read-shaped.ts'
import type { GuardedSources } from '#engine/guards/guard-copy.ts'
import { judgeSource } from '#engine/guards/judge-source.ts'
import type { CopyMemory } from '#engine/last-copy/copy-memory.ts'
import type { CopiedRun } from '#engine/outcome.ts'
import { judgeStack } from './judge-stack.ts'
import { formatsOf, type KeptSource, type ReadStack } from './read-stack.ts'
import { placeInStack, shapeStacked } from './shape-stacked.ts'
import type { SourceStore, StoredSource } from './source-store.ts'

/** The sources of a copy: a single tab, or several tabs read before. */
export interface CopySources extends GuardedSources {
  /** Whether the task gets the new name of a renamed tab. Several sources keep the names in the task. */
  followsName: boolean
  /** Whether a person accepted findings that would have held a source. */
  wasAccepted: boolean
  /** Names the sources keeping the rows of their last copy, and why. */
  warnings: readonly string[]
  reported: Pick<CopiedRun, 'folderFiles' | 'kept'>
  /** Stores the rows, in case a later run cannot read a source. */
  store(store: Pick<SourceStore, 'save'>): Promise<void>
  /** Completes the memory of a copy; undefined if the next run may rely on none. */
  complete(memory: CopyMemory): Promise<CopyMemory | undefined>
}

export const oneTab: CopySources = {
  columnCount: undefined,
  shapeRows: readShaped,
  findCell: ({ row, columns: [column = 1] }) => ({ row, column }),
  canReadAgain: true,
  judge: judgeSource,
  followsName: true,
  wasAccepted: false,
  warnings: [],
  reported: {},
  async store() {},
  complete: async (memory) => memory,
}

/** Several sources below each other. */
export function severalTabs(read: ReadStack): CopySources {
  const { stacked, kept, keptHolds, folderFiles, wasAccepted } = read
  return {
    columnCount: stacked.header.length,
    shapeRows: (_workbook, reading) => shapeStacked({ ...reading, stacked }),
    findCell: (cell) => placeInStack(stacked.parts, cell),
    canReadAgain: false,
    judge: async (copy) => judgeStack(read, copy),
    followsName: false,
    wasAccepted,
    warnings: kept.map(describeKept),
    reported: {
      ...(folderFiles && { folderFiles }),
      ...(kept.length > 0 && { kept: { sources: kept, holds: keptHolds } }),
    },
    store: async (store) => await store.save(await listStored(read)),
    async complete(memory) {
      const sources = await read.memories()
      return sources && { ...memory, sources }
    },
  }
}

function describeKept({ title, rows, isLeftOut, reasons }: KeptSource): string {
  const why = reasons.map((reason) => explainKept(reason).reason).join(' ')
  const { fix } = explainKept(reasons[0])
  const kept = rows === 0 ? 'has no rows in the target yet' : `keeps its ${pluralize(rows, 'row')} of the last copy`
  const left = isLeftOut ? 'adds no rows this time' : kept
  return `"${title}" ${left}: ${why}${fix === null ? '' : ` ${fix}`}`
}

async function listStored({ parts }: ReadStack): Promise<Map<string, StoredSource>> {
  const stored = new Map<string, StoredSource>()
  for (const { key, read, facts } of parts) {
    if (read) stored.set(key, { ...facts, formats: await formatsOf({ read, facts }) })
  }
  return stored
}
