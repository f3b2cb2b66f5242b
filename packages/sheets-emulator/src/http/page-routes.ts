import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'

const contentSecurityPolicy = [
  "default-src 'self'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

const pagePaths = ['/', '/spreadsheets', '/spreadsheets/d/:spreadsheetId', '/spreadsheets/d/:spreadsheetId/edit']

/** Serves the spreadsheet page, or a plain-text message when the page is not built. */
export function addPageRoutes(server: FastifyInstance, pageDir: string | undefined): void {
  server.register(async (page) => {
    page.addHook('onRequest', async (_request, reply) => {
      reply.header('content-security-policy', contentSecurityPolicy)
      reply.header('referrer-policy', 'no-referrer')
    })
    page.addHook('onSend', async (request, reply, payload) => {
      const acceptsGzip = /\bgzip\b/.test(String(request.headers['accept-encoding'] ?? ''))
      const isText = /^text\/|javascript/.test(String(reply.getHeader('content-type') ?? ''))
      if (!(acceptsGzip && isText && reply.statusCode === 200 && payload instanceof Readable)) return payload
      reply.header('content-encoding', 'gzip').header('vary', 'accept-encoding').removeHeader('content-length')
      return payload.pipe(createGzip())
    })
    const builtDir = pageDir !== undefined && existsSync(join(pageDir, 'index.html')) ? pageDir : undefined
    if (builtDir) await page.register(fastifyStatic, { root: join(builtDir, 'assets'), prefix: '/assets/' })
    for (const path of pagePaths) {
      page.get(path, (_request, reply) => {
        if (builtDir) return reply.sendFile('index.html', builtDir, { cacheControl: false })
        return reply.type('text/plain; charset=UTF-8').send('The spreadsheet page is not built. Run `npm run build`.\n')
      })
    }
  })
}
