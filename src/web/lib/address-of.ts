import type { Route } from '#contract/route.ts'

/** The parts of a call's input, seen from inside where its route is no longer known. */
export interface SentParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The path and query string of a call: parameters filled in and encoded, absent query values left out. */
export function addressOf(route: Route, { params, query }: SentParts): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query ?? {})) {
    if (value !== undefined && value !== null) search.set(name, String(value))
  }
  return search.size === 0 ? path : `${path}?${search}`
}
