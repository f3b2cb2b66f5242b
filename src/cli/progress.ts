import { Presets, SingleBar } from 'cli-progress'
import type { Output } from './output.ts'

/** Shows how far runs are. */
export interface Progress extends Disposable {
  update(progress: { ended: number; rowsDone: number; rowsTotal: number | undefined }): void
}

/** A bar on standard error for a person who watches; nothing in a pipe. One task counts its rows, several count themselves. */
export function createProgress(output: Output, tasksCount: number): Progress {
  if (!output.isTerminal || tasksCount === 0) return { update() {}, [Symbol.dispose]() {} }
  const noun = tasksCount === 1 ? 'rows' : 'tasks'
  const bar = new SingleBar({ format: `{bar} {value} of {total} ${noun}`, hideCursor: true }, Presets.shades_classic)
  bar.start(tasksCount, 0)
  return {
    update({ ended, rowsDone, rowsTotal }) {
      if (tasksCount > 1) return bar.update(ended)
      if (rowsTotal !== undefined) bar.setTotal(rowsTotal)
      bar.update(ended === 1 ? bar.getTotal() : rowsDone)
    },
    [Symbol.dispose]: () => bar.stop(),
  }
}
