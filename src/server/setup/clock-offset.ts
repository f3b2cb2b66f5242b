const MAX_WAIT_MS = 10_000

/**
 * Measures how far this machine's clock is ahead of a server's clock, from the Date header of its response. The header has
 * whole seconds.
 *
 * @throws when the server does not answer
 */
export async function clockOffsetMs(url: string, now: () => Date): Promise<number | undefined> {
  const askedAt = now().getTime()
  const response = await fetch(url, { method: 'HEAD', redirect: 'manual', signal: AbortSignal.timeout(MAX_WAIT_MS) })
  const date = Date.parse(response.headers.get('date') ?? '')
  if (Number.isNaN(date)) return undefined
  return (askedAt + now().getTime()) / 2 - date
}
