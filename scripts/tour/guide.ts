import { api } from '#contract/api.ts'
import type { CallInput, Reply, Route } from '#contract/route.ts'
import { ApiClient } from '#tests/support/api-client.ts'

const LONGEST_ANSWER = 150

/** Makes calls, prints them and remembers which were not answered with the status that the contract declares. */
export interface Guide {
  readonly client: ApiClient
  say(heading: string): void
  /** `status` where the contract's is not the one to expect. */
  call<R extends Route>(route: R, input: CallInput<R>, status?: number): Promise<Reply<R>>
  upload<R extends Route>(route: R, file: { name: string; content: string }): Promise<Reply<R>>
  result(): { callCount: number; surprises: readonly string[]; leftOut: readonly string[] }
}

export function createGuide(url: string): Guide {
  const client = new ApiClient(url)
  const surprises: string[] = []
  const leftOut = new Set<Route>(Object.values(api).flatMap((routes) => Object.values(routes)))
  let callCount = 0

  async function show<R extends Route>(route: R, response: Response, expected: number): Promise<Reply<R>> {
    callCount += 1
    leftOut.delete(route)
    const { pathname, search } = new URL(response.url)
    const call = `${route.method.padEnd(6)} ${pathname}${search}`
    const text = await readText(response)
    console.log(`${call}\n       ${response.status}  ${shortened(text)}`)
    if (response.status !== expected) surprises.push(`${call}: ${response.status} instead of ${expected}`)
    const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false
    return (isJson && text !== '' ? JSON.parse(text) : text) as Reply<R>
  }

  return {
    client,
    say: (heading) => console.log(`\n${heading}\n${'─'.repeat(heading.length)}`),
    call: async (route, input, status) => show(route, await client.send(route, input), status ?? declaredStatus(route)),
    async upload(route, { name, content }) {
      const form = new FormData()
      form.set(route.upload?.field ?? '', new Blob([content], { type: 'text/csv' }), name)
      return show(route, await client.fetch(route.path, { method: route.method, body: form }), declaredStatus(route))
    },
    result: () => ({ callCount, surprises, leftOut: [...leftOut].map(({ method, path }) => `${method} ${path}`) }),
  }
}

function declaredStatus(route: Route): number {
  return route.status ?? 200
}

/** A stream of events never ends: its first part stands for it. */
async function readText(response: Response): Promise<string> {
  if (response.headers.get('content-type') !== 'text/event-stream') return response.text()
  const reader = response.body?.getReader()
  const part = await reader?.read()
  await reader?.cancel()
  return new TextDecoder().decode(part?.value)
}

function shortened(text: string): string {
  const line = text.trim().replaceAll(/\s*\n\s*/g, ' ⏎ ')
  return line.length > LONGEST_ANSWER ? `${line.slice(0, LONGEST_ANSWER)}…` : line
}
