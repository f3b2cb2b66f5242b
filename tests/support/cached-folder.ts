import { createHash } from 'node:crypto'
import { existsSync, globSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

const ROOT = join(import.meta.dirname, '../..')
const UNFINISHED = 'unfinished-'
const CACHE = join(ROOT, 'node_modules/.cache/nano-sync-tests')

interface CachedFolder {
  /** Name of the parent folder. */
  name: string
  /** Patterns of the input files, relative to the project's folder. */
  ingredients: readonly string[]
  fill(folder: string): Promise<unknown>
}

/**
 * Returns the path of a folder filled by `fill`, now or in an earlier run with the same ingredients. Several runs may fill the
 * folder at once.
 */
export async function cachedFolder({ name, ingredients, fill }: CachedFolder): Promise<string> {
  const versions = join(CACHE, name)
  const folder = join(versions, await hashFiles(ingredients))
  if (existsSync(folder)) return folder
  await mkdir(versions, { recursive: true })
  const earlier = (await readdir(versions)).filter((version) => !version.startsWith(UNFINISHED))
  const unfinished = await mkdtemp(join(versions, UNFINISHED))
  await fill(unfinished)
  await rename(unfinished, folder).catch(async (error: unknown) => {
    if (!existsSync(folder)) throw error
    await rm(unfinished, { recursive: true })
  })
  for (const version of earlier) await rm(join(versions, version), { recursive: true, force: true })
  return folder
}

async function hashFiles(patterns: readonly string[]): Promise<string> {
  const hash = createHash('sha256')
  for (const file of globSync(patterns, { cwd: ROOT }).sort())
    hash.update(file).update(await readFile(join(ROOT, file)))
  return hash.digest('hex')
}
