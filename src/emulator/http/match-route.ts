import { invalidArgument, notFound } from '../google-error.ts'
import type { Route } from './route.ts'

/** The method that a request calls, with its path's parameters decoded. */
export interface Match {
  route: Route
  params: Readonly<Record<string, string>>
}

/**
 * `rawPath` as sent: a slash or colon inside a parameter is still percent-encoded and cannot be taken for the path's
 * own. Like Google, it lets a slash stand at the end and before `:batchUpdate`.
 */
export function matchRoute(routes: readonly Route[], sent: { method: string; rawPath: string }): Match {
  const path = sent.rawPath.replace(/\/(?=:[a-z]+$|$)/i, '')
  for (const route of routes) {
    const found = route.method === sent.method ? route.path.exec(path) : null
    if (found) return { route, params: decodeParams(found.groups ?? {}) }
  }
  throw notFound('Method not found.')
}

function decodeParams(groups: Readonly<Record<string, string>>): Record<string, string> {
  try {
    return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
  } catch {
    throw invalidArgument('Request contains an invalid argument.')
  }
}
