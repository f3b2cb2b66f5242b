import { readFileSync, statSync } from 'node:fs'
import { cleanSettings } from './setting-schemas.ts'

const OTHERS_READ_OR_WRITE = 0o006

type Environment = Readonly<Record<string, string | undefined>>

/** Returns the setting that names the file of a secret, as in PostgreSQL's image. */
export const nameFileSetting = (name: string): string => `${name}_FILE`

interface ReadSecrets {
  /** Environment with the secrets from files, without characters added by copying. */
  readonly environment: Environment
  readonly problems: readonly string[]
}

/** Reads secrets from their files, such as the files mounted by Docker and Kubernetes. */
export function readSecretFiles(environment: Environment, secrets: readonly string[]): ReadSecrets {
  const problems: string[] = []
  const read: Record<string, string> = {}
  for (const name of secrets) {
    const setting = nameFileSetting(name)
    const path = environment[setting]
    if (path === undefined) continue
    if (environment[name] !== undefined) {
      problems.push(`${name} and ${setting} must not both be set. Remove one of them`)
      continue
    }
    const content = readSecret(path)
    if (content === undefined) {
      problems.push(
        path.trim() === ''
          ? `${setting} is empty. Give it the path of a file, or remove it`
          : `${setting}: ${path} cannot be read. Name a file that the user who runs Nano Sync can read`,
      )
    } else if (isPublicFile(path)) problems.push(publicFileProblem(setting, path))
    else if (content === '') problems.push(`${setting}: ${path} is empty. Write the secret into it`)
    else read[name] = content
  }
  return { environment: cleanSettings({ ...environment, ...read }), problems }
}

/** Whether other users of this machine can read or change a file. On Windows, the file mode does not show it. */
export function isPublicFile(path: string): boolean {
  return process.platform !== 'win32' && (statSync(path).mode & OTHERS_READ_OR_WRITE) !== 0
}

export function publicFileProblem(setting: string, path: string): string {
  return `${setting}: every user of this machine can read or change ${path}. Allow only the user who runs Nano Sync: chmod 600 ${path}`
}

/** Reads a secret without its final line break, which editors and `echo` add. */
function readSecret(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8').replace(/\r?\n$/, '')
  } catch {
    return undefined
  }
}
