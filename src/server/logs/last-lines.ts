import { open } from 'node:fs/promises'

const BLOCK_BYTES = 64 * 1024
const LINE_BREAK = 0x0a

interface Options {
  path: string
  /** Maximum number of lines. */
  max: number
  /** Maximum size of the lines as a JSON list. */
  maxBytes: number
}

/** Reads the last lines of a text file, oldest first. Reads backward from the end, and only as far as needed. */
export async function lastLines({ path, max, maxBytes }: Options): Promise<string[]> {
  await using file = await open(path, 'r')
  const { size } = await file.stat()
  const blocks: Buffer[] = []
  let start = size
  let breaks = 0
  while (start > 0 && breaks <= max && size - start < maxBytes) {
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
  return newestThatFit(lines.slice(-max), maxBytes)
}

function newestThatFit(lines: readonly string[], maxBytes: number): string[] {
  let bytes = '[]'.length
  const tooOld = lines.findLastIndex((line) => {
    bytes += Buffer.byteLength(JSON.stringify(line)) + ','.length
    return bytes > maxBytes
  })
  return lines.slice(tooOld + 1)
}

function countBreaks(block: Buffer): number {
  let count = 0
  for (let at = block.indexOf(LINE_BREAK); at !== -1; at = block.indexOf(LINE_BREAK, at + 1)) count++
  return count
}
