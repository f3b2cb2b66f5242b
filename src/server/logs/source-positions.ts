import { readFileSync } from 'node:fs'
import { SourceMap } from 'node:module'
import { fileURLToPath } from 'node:url'

/** Folder of this file. Once built, it contains all built files. */
const BUILT_FOLDER = new URL('./', import.meta.url).href
const BUILT_POSITION = /^([\w.-]{1,100}\.js):(\d{1,9}):(\d{1,9})/

/**
 * Replaces the positions of a stack trace in built files by the positions in their sources. Source maps are read when a stack
 * trace needs them. Node would read all of them at startup, and keep a hundred megabytes.
 */
export function createSourcePositions(): (stack: string) => string {
  const maps = new Map<string, SourceMap | undefined>()

  function findMap(url: string): SourceMap | undefined {
    if (!maps.has(url)) maps.set(url, readMap(`${fileURLToPath(url)}.map`))
    return maps.get(url)
  }

  function inSource(position: string): string {
    const [built = '', name = '', line, column] = BUILT_POSITION.exec(position) ?? []
    const origin = findMap(BUILT_FOLDER + name)?.findOrigin(Number(line), Number(column))
    if (!origin || !('fileName' in origin)) return BUILT_FOLDER + position
    const source = new URL(origin.fileName, BUILT_FOLDER).href
    return `${source}:${origin.lineNumber}:${origin.columnNumber}${position.slice(built.length)}`
  }

  return (stack) => {
    const [before = '', ...positions] = stack.split(BUILT_FOLDER)
    return before + positions.map(inSource).join('')
  }
}

/** Reads a source map; undefined for a package, which has no map. */
function readMap(path: string): SourceMap | undefined {
  try {
    return new SourceMap(JSON.parse(readFileSync(path, 'utf8')))
  } catch {
    return undefined
  }
}
