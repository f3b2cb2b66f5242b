import { api } from '#contract/api.ts'
import type { CallInput, Reply, Route } from '#contract/route.ts'
import { ApiClient } from '#tests/support/api-client.ts'

const MAX_LINE_LENGTH = 150

/** Makes and prints calls, and records which return another status than the contract declares. */
export interface TourClient {
  readonly api: ApiClient
  printHeading(heading: string): void
  /** Pass `status` to expect another one than the contract declares. */
  call<R extends Route>(route: R, input: CallInput<R>, status?: number): Promise<Reply<R>>
  upload<R extends Route>(route: R, file: { name: string; content: string }): Promise<Reply<R>>
  summary(): { callCount: number; unexpected: readonly string[]; skipped: readonly string[] }
}

export function createTourClient(url: string): TourClient {
  const client = new ApiClient(url)
  const unexpected: string[] = []
  const skipped = new Set<Route>(Object.values(api).flatMap((routes) => Object.values(routes)))
  let callCount = 0

  async function show<R extends Route>(route: R, response: Response, expected: number): Promise<Reply<R>> {
    callCount += 1
    skipped.delete(route)
    const { pathname, search } = new URL(response.url)
    const call = `${route.method.padEnd(6)} ${pathname}${search}`
    const text = await readText(response)
    console.log(`${call}\n       ${response.status}  ${shortened(text)}`)
    if (response.status !== expected) unexpected.push(`${call}: ${response.status} instead of ${expected}`)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return (isJson && text !== '' ? JSON.parse(text) : text) as Reply<R>
  }

  return {
    api: client,
    printHeading: (heading) => console.log(`\n${heading}\n${'─'.repeat(heading.length)}`),
    call: async (route, input, status) => show(route, await client.send(route, input), status ?? declaredStatus(route)),
    async upload(route, { name, content }) {
      const form = new FormData()
      form.set(route.upload?.field ?? '', new Blob([content], { type: 'text/csv' }), name)
      return show(route, await client.fetch(route.path, { method: route.method, body: form }), declaredStatus(route))
    },
    summary: () => ({ callCount, unexpected, skipped: [...skipped].map(({ method, path }) => `${method} ${path}`) }),
  }
}

function declaredStatus(route: Route): number {
  return route.status ?? 200
}

/** Reads only the first part of an event stream, which never ends. */
async function readText(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text()
  const reader = response.body?.getReader()
  const part = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(part?.value)
}

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ⏎ ')
  return line.length > MAX_LINE_LENGTH ? `${line.slice(0, MAX_LINE_LENGTH)}…` : line
}
