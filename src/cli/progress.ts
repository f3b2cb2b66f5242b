import type { Output } from './output.ts'

const BAR_WIDTH = 40

/** Display of the progress of runs. */
export interface Progress extends Disposable {
  update(progress: { ended: number; rowsDone: number; rowsTotal: number | undefined }): void
}

/**
 * Shows a bar on standard error, but nothing in a pipe. For a single task the bar counts rows, for several tasks it counts
 * tasks. The progress bar of `@clack/prompts` is unsuitable: at Ctrl+C it ends the process with 0 (docs/decisions/0096).
 */
export function createProgress(output: Output, tasksCount: number): Progress {
  const { stderr } = process
  if (!output.isTerminal || !stderr.isTTY || tasksCount === 0) return { update() {}, [Symbol.dispose]() {} }
  let total = tasksCount
  let lineEnd = '\n'
  const draw = (done: number) => {
    const filled = total === 0 ? BAR_WIDTH : Math.round((BAR_WIDTH * Math.min(done, total)) / total)
    const bar = '█'.repeat(filled).padEnd(BAR_WIDTH, '░')
    stderr.write(`\r${bar} ${done} of ${total} ${tasksCount === 1 ? 'rows' : 'tasks'}`)
  }
  draw(0)
  return {
    update({ ended, rowsDone, rowsTotal }) {
      if (tasksCount > 1) return draw(ended)
      total = rowsTotal ?? total
      draw(ended === 1 ? total : rowsDone)
    },
    [Symbol.dispose]() {
      stderr.write(lineEnd)
      lineEnd = ''
    },
  }
}
