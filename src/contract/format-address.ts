import type { Route } from './route.ts'

/** The parts of a call, without the types of its route. */
export interface SentParts {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
}

/** The path and query string of a call. Leaves out null and undefined query values. */
export function formatAddress(route: Route, { params, query }: SentParts): string {
  const path = route.path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params?.[name] ?? '')))
  const sent = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== null)
  const search = sent.map((pair) => pair.map((part) => encodeURIComponent(String(part))).join('=')).join('&')
  return search === '' ? path : `${path}?${search}`
}
