/** Maps an account's project to the key of its quota: the project's number once it is known. */
export interface ProjectLedger {
  findKey(project: string): string
  /** Reads the project's number from the consumer named by a 429: `projects/123` or `project_number:123`. */
  learn(project: string, consumer: string): void
}

/**
 * A service account names its project. People's accounts name their OAuth client, whose ID begins with the project's number. A
 * 429 names the project's number. Accounts with the same number share a quota.
 */
export function createProjectLedger(): ProjectLedger {
  const numbers = new Map<string, string>()
  const findKey = (project: string) => numbers.get(project) ?? /^(\d{1,20})(?:-|$)/.exec(project)?.[1] ?? project
  return {
    findKey,
    learn(project, consumer) {
      const number = /\b(?:project_number:|projects\/)(\d{1,20})\b/.exec(consumer)?.[1]
      if (number !== undefined) numbers.set(project, number)
    },
  }
}
