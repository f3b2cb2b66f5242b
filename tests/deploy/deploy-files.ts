import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAllDocuments } from 'yaml'

export const ROOT = join(import.meta.dirname, '../..')
export const DEPLOY = join(ROOT, 'deploy')

export function readDeployFile(path: string): string {
  return readFileSync(join(DEPLOY, path), 'utf8')
}

export function listDeployFiles(pattern: string): string[] {
  return globSync(pattern, { cwd: DEPLOY }).sort()
}

/** Reads the documents of a YAML file. Throws for invalid YAML, such as a duplicate key. */
export function readYaml(path: string): unknown[] {
  return parseAllDocuments(readDeployFile(path), { merge: true }).map((document) => {
    const [problem] = [...document.errors, ...document.warnings]
    if (problem) throw problem
    return document.toJS()
  })
}
