import { existsSync } from 'node:fs'
import { join, sep } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#contract/errors.ts'
import { notFoundLimit } from './rate-limits.ts'
import { pathOf } from './request-log.ts'

const YEAR_SECONDS = 31_536_000
const API_PREFIXES = ['/api/', '/auth/', '/dev/', '/csv_jobs/', '/oidc/', '/assets/']

/** Serves the built web pages: files by name, and index.html at every other address, where the client-side router takes over. */
export async function servePages(app: FastifyInstance, pageDir: string): Promise<void> {
  const isBuilt = existsSync(join(pageDir, 'index.html'))
  if (isBuilt) {
    await app.register(fastifyStatic, {
      root: pageDir,
      index: false,
      wildcard: false,
      cacheControl: false,
      preCompressed: true,
      setHeaders: setCaching,
    })
  }
  app.setNotFoundHandler({ preHandler: app.rateLimit(notFoundLimit) }, async (request, reply) => {
    if (!isPage(request)) throw new Refusal('not_found', 'Nothing found at this address')
    if (!isBuilt) throw new Refusal('not_found', 'The pages are not built: run npm run build')
    return reply.sendFile('index.html')
  })
}

function isPage(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false
  const path = `${pathOf(request)}/`
  return path === '/dev/' || !API_PREFIXES.some((prefix) => path.startsWith(prefix))
}

/** The names of files under /assets contain a hash of their content, so they never change. */
function setCaching(reply: FastifyReply, path: string): void {
  const isHashed = path.includes(`${sep}assets${sep}`)
  reply.header('cache-control', isHashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache')
}
