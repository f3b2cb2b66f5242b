import type { Cell } from '#domain/copy/cell.ts'
import type { SourceProfile, SourceProfiler } from '#domain/guards/source-profile.ts'
import { createPace } from '#engine/pace/pace.ts'
import { FIRST_DATA_ROW } from './blocks.ts'
import type { DiskBuffer } from './disk-buffer.ts'
import { type EarlyReader, rowsFrom, type SourceWindow } from './read-windows.ts'

/** Profiles a source from its first changed window on, while reads of the target and of further rows are in flight. */
export interface EarlyProfile extends EarlyReader {
  /** The profile of all rows; undefined if no window changed. */
  end(): Promise<SourceProfile | undefined>
}

/** Creates a profile. `compared` receives the data rows of windows as they are compared. */
export function createEarlyProfile(profiler: SourceProfiler, compared: DiskBuffer<Cell[][]>): EarlyProfile {
  const pace = createPace()
  let profiled: Promise<void> | undefined
  const addNext = (add: () => Promise<void>) => {
    profiled = profiled?.then(add)
    // The reader of the windows sees the error.
    profiled?.catch(() => undefined)
  }
  const addAll = async (blocks: Iterable<() => Promise<Cell[][]>>) => {
    for (const read of blocks) {
      const rows = await read()
      await pace(rows.length)
      profiler.add(rows)
    }
  }
  const request = (window: Promise<SourceWindow>) => addNext(async () => await addAll(dataRowsIn(await window)))
  return {
    request,
    async begin(window, ahead) {
      if (profiled || (await window).isUnchanged) return
      profiled = Promise.resolve()
      const above = [...compared.entries()]
      addNext(async () => await addAll(above))
      for (const each of [window, ...ahead]) request(each)
    },
    async end() {
      if (!profiled) return undefined
      await profiled
      return profiler.end()
    },
  }
}

/** Yields a reader for the data rows of each block. Rows of an unchanged window have not been parsed. */
function* dataRowsIn(window: SourceWindow): Generator<() => Promise<Cell[][]>> {
  for (const {
    json,
    window: { firstRow: first, lastRow },
  } of window.blocks) {
    const firstRow = Math.max(first, FIRST_DATA_ROW)
    yield async () =>
      window.isUnchanged
        ? (JSON.parse(json) as Cell[][])
        : rowsFrom(window, { firstRow, count: Math.max(0, lastRow - firstRow + 1) })
  }
}
