import { expect, test } from 'vitest'
import { MAX_TASK_CSV_BYTES, tasks } from '#contract/task-routes.ts'
import { MAX_TYPE_CSV_BYTES, taskTypes } from '#contract/task-type.ts'
import { startTestApp } from '#tests/support/test-app.ts'

const NEWLINE = 10
const X = 120

/** Builds a CSV file with an exact number of bytes. Its few long rows are read, and refused individually. */
function buildCsv(header: string, bytes: number): Uint8Array<ArrayBuffer> {
  const content = new Uint8Array(bytes).fill(X)
  content.set(new TextEncoder().encode(`${header}\n`))
  for (let at = 500_000; at < bytes; at += 500_000) content[at] = NEWLINE
  return content
}

test('a file of exactly the largest size is accepted, and one with a byte more is refused', async () => {
  await using app = await startTestApp()
  const { member } = app
  const limits = [
    { route: taskTypes.importCsv, header: 'name', maxBytes: MAX_TYPE_CSV_BYTES },
    { route: tasks.importCsv, header: 'task_type,source_ss_id,target_ss_id', maxBytes: MAX_TASK_CSV_BYTES },
    { route: tasks.previewImport, header: 'task_type,source_ss_id,target_ss_id', maxBytes: MAX_TASK_CSV_BYTES },
  ]
  for (const { route, header, maxBytes } of limits) {
    const upload = (bytes: number) => member.upload(route, { name: 'large.csv', content: buildCsv(header, bytes) })
    await upload(maxBytes)
    await expect(upload(maxBytes + 1)).rejects.toMatchObject({ status: 413 })
  }
})
