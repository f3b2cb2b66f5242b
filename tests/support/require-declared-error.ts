import { api } from '#contract/api.ts'
import type { ErrorReply } from '#contract/errors.ts'
import { listErrors, type Route } from '#contract/route.ts'

/** Status of requests that Node refuses before any route sees them. */
const HEADERS_TOO_LONG = 431

const routes = Object.values(api)
  .flatMap((nouns): Route[] => Object.values(nouns))
  .map((route) => ({ route, pattern: buildPattern(route) }))

/** Finds the route of a request. As on the server, a fixed path segment wins over a parameter. */
export function findRoute(method: string, path: string): Route | undefined {
  const matches = routes.filter(({ route, pattern }) => route.method === method && pattern.test(path))
  return matches.map(({ route }) => route).sort((a, b) => a.path.split(':').length - b.path.split(':').length)[0]
}

function buildPattern({ path }: Route): RegExp {
  return new RegExp(`^${path.replace(/[.]/g, '\\.').replace(/:\w+/g, '[^/]+')}$`)
}

/**
 * Checks that a route only sends errors it declares. The clients of the tests pass each response through this function.
 *
 * @throws when a route responds with an undeclared error
 */
export async function requireDeclaredError(
  { method, path }: { method: string; path: string },
  response: Response,
): Promise<void> {
  const route = findRoute(method, path)
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  if (!route || response.status < 400 || response.status === HEADERS_TOO_LONG || !isJson) return
  const { code, message } = (await response.clone().json()) as ErrorReply
  if (listErrors(route).includes(code)) return
  throw new Error(`${method} ${route.path} responded with ${code} ("${message}"), which the route does not declare`)
}
