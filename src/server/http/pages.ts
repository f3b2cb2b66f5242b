import { existsSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { earlyRequests } from './early-requests.ts'
import { notFoundLimit } from './rate-limits.ts'
import { readPath } from './request-log.ts'
import { type SessionOptions, sessionCookieName } from './session-cookie.ts'

const YEAR_SECONDS = 31_536_000
/** Prefixes of paths for programs. An unknown path with a listed prefix gets a 404 instead of the app's page. */
const PROGRAM_PREFIXES = ['/api/', '/auth/', '/dev/', '/csv_jobs/', '/oidc/', '/oauth/', '/assets/', '/.well-known/']

const HTML_FILE = 'index.html'

/** Reads the HTML of the pages; undefined while the pages are not built. */
export function readPageHtml(pageDir: string): string | undefined {
  const path = join(pageDir, HTML_FILE)
  return existsSync(path) ? readFileSync(path, 'utf8') : undefined
}

/** Serves the built web pages: files by name, and index.html at every other address, where the client-side router takes over. */
export async function servePages(
  app: FastifyInstance,
  { pageDir, isHttps }: { pageDir: string } & Pick<SessionOptions, 'isHttps'>,
): Promise<void> {
  const sessionCookie = sessionCookieName({ isHttps })
  const isBuilt = readPageHtml(pageDir) !== undefined
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: pageDir,
      index: false,
      wildcard: false,
      // Each file has a route, which finds the compressed files beside it.
      globIgnore: ['**/*.{br,gz}'],
      cacheControl: false,
      preCompressed: true,
      setHeaders: setCaching,
    })
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit(notFoundLimit) }, async (request, reply) => {
    if (!isPage(request)) throw new Refusal('not_found', 'Nothing found at this address')
    if (!isBuilt) throw new Refusal('not_found', 'The pages are not built: run npm run build')
    // Whether the session has ended is not worth a query. If it has, the early calls are refused.
    const isSignedIn = request.cookies[sessionCookie] !== undefined
    return reply.header('link', earlyRequests({ url: request.url, isSignedIn })).sendFile(HTML_FILE)
  })
}

function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = `${readPath(request)}/`
  return path === '/dev/' || !PROGRAM_PREFIXES.some((prefix) => path.startsWith(prefix))
}

/** Lets browsers cache files under /assets forever, because their names contain a hash of their content. */
function setCaching(reply: FastifyReply, path: string): void {
  const isHashed = path.includes(`${sep}assets${sep}`)
  reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
}
