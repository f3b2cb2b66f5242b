import { open } from 'node:fs/promises'

const BLOCK_BYTES = 64 * 1024
/** Bounds the memory used for very long lines. */
const MAX_BYTES = 16 * 1024 * 1024
const LINE_BREAK = 0x0a

/** The last `max` lines of a text file, oldest first. Reads backward from the end, only as far as needed. */
export async function lastLines({ path, max }: { path: string; max: number }): Promise<string[]> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const blocks: Buffer[] = []
  let start = size
  let breaks = 0
  while (start > 0 && breaks <= max && size - start < MAX_BYTES) {
    const length = Math.min(BLOCK_BYTES, start)
    start -= length
    const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, start)
    const block = buffer.subarray(0, bytesRead)
    blocks.unshift(block)
    breaks += countBreaks(block)
  }
  const lines = Buffer.concat(blocks).toString('utf8').split('\n')
  if (lines.at(-1) === '') lines.pop()
  // The first line may be incomplete.
  if (start > 0) lines.shift()
  return lines.slice(-max)
}

function countBreaks(block: Buffer): number {
  let count = 0
  for (let at = block.indexOf(LINE_BREAK); at !== -1; at = block.indexOf(LINE_BREAK, at + 1)) count++
  return count
}
