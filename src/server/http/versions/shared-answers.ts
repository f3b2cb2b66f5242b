/** Computes equal answers once for all callers that wait for them. */
export interface SharedAnswers<Answer> {
  /**
   * Returns an answer that was begun after this call, or before it if nothing has changed since: a caller that has just
   * changed something finds the change in it. Only one answer is computed at a time for each key.
   */
  get(wanted: Wanted<Answer>): Promise<Answer>
}

interface Wanted<Answer> {
  key: string
  /** Names what the answer depends on; undefined if that is not known. */
  version: () => string | undefined
  compute: () => Promise<Answer>
}

interface Computation<Answer> {
  readonly version: string | undefined
  readonly answer: Promise<Answer>
  /** For those who asked after a change. */
  next: Promise<Answer> | undefined
}

export function createSharedAnswers<Answer>(): SharedAnswers<Answer> {
  const running = new Map<string, Computation<Answer>>()

  function start({ key, version, compute }: Wanted<Answer>): Promise<Answer> {
    // Before anything is read: what changes while it is read may be missing in it.
    const begunAt = version()
    const answer = compute()
    const computation: Computation<Answer> = { version: begunAt, answer, next: undefined }
    running.set(key, computation)
    const end = () => {
      if (running.get(key) === computation && !computation.next) running.delete(key)
    }
    answer.then(end, end)
    return answer
  }

  return {
    get(wanted) {
      const computation = running.get(wanted.key)
      if (!computation) return start(wanted)
      const version = wanted.version()
      if (version !== undefined && computation.version === version) return computation.answer
      computation.next ??= computation.answer.then(
        () => start(wanted),
        () => start(wanted),
      )
      return computation.next
    },
  }
}
